//! A plot with logarithmic axes, as SVG.

use std::fmt::Write;

/// A line of a plot.
pub struct Line {
    /// What it shows.
    pub name: String,
    /// Its points, all positive, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A plot; both axes are logarithmic.
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// The name of the horizontal axis.
    pub x: String,
    /// The name of the vertical axis.
    pub y: String,
    /// Its lines.
    pub lines: Vec<Line>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 460.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// Colours that differ in lightness too, repeated when they run out.
const COLOURS: [&str; 8] = [
    "#1b6ca8", "#d1495b", "#3a7d44", "#edae49", "#66418a", "#00798c", "#8d5524", "#555555",
];

/// A logarithmic axis from one power of ten to another, on a range of the drawing.
struct Axis {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Axis {
        let low = values.clone().fold(f64::INFINITY, f64::min).log10().floor() as i32;
        let high = values.fold(0.0, f64::max).log10().ceil() as i32;
        let high = high.max(low + 1);
        Axis {
            low,
            high,
            from,
            to,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let part = (value.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + part * (self.to - self.from)
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        (self.low..=self.high).map(|power| 10f64.powi(power))
    }
}

impl Plot {
    /// The drawing.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let across = Axis::new(points().map(|p| p.0), LEFT, WIDTH - RIGHT);
        let up = Axis::new(points().map(|p| p.1), HEIGHT - BOTTOM, TOP);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
        );
        out += &text(WIDTH / 2.0, 22.0, "middle", &self.title);
        out += &text(
            (LEFT + WIDTH - RIGHT) / 2.0,
            HEIGHT - 12.0,
            "middle",
            &self.x,
        );
        out += &text(LEFT, TOP - 8.0, "middle", &self.y);
        for tick in across.ticks() {
            let x = across.place(tick);
            out += &segment((x, TOP), (x, HEIGHT - BOTTOM));
            out += &text(x, HEIGHT - BOTTOM + 18.0, "middle", &tick.to_string());
        }
        for tick in up.ticks() {
            let y = up.place(tick);
            out += &segment((LEFT, y), (WIDTH - RIGHT, y));
            out += &text(LEFT - 6.0, y + 4.0, "end", &tick.to_string());
        }
        for (index, line) in self.lines.iter().enumerate() {
            out += &line.svg(&across, &up, COLOURS[index % COLOURS.len()]);
            let y = TOP + 16.0 * (index as f64 + 0.5);
            let colour = COLOURS[index % COLOURS.len()];
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"3\" fill=\"{colour}\"/>",
                WIDTH - RIGHT + 10.0,
                y - 5.0
            );
            out += &text(WIDTH - RIGHT + 28.0, y, "start", &line.name);
        }
        out + "</svg>\n"
    }
}

impl Line {
    fn svg(&self, across: &Axis, up: &Axis, colour: &str) -> String {
        let mut path = String::new();
        for &(x, y) in &self.points {
            let _ = write!(path, "{:.1},{:.1} ", across.place(x), up.place(y));
        }
        format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path.trim_end()
        )
    }
}

fn segment(from: (f64, f64), to: (f64, f64)) -> String {
    format!(
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#dddddd\"/>\n",
        from.0, from.1, to.0, to.1
    )
}

fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>\n")
}
