//! Collections (to come).
