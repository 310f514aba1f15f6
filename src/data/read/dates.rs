//! Dates as numbers: days since 1970-01-01, with the time of day as a fraction. A column is one of dates only if all of its
//! texts are dates of one form; which columns are asked is not decided here.

/// What all texts of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateForm {
    /// `2020-01-31`, `2020/01/31`, `2020-01`, with or without a time of day.
    YearFirst,
    /// `31.01.2020`, `31/1/20`.
    DayFirst,
    /// `1/31/2020`, `01-31-20`.
    MonthFirst,
    /// `31-Jan-2020`, `Jan 31, 2020`.
    MonthName,
    /// `1/2/2020`: a day and a month, but which is which cannot be seen.
    Doubtful,
    /// `12:30`, `12:30:15`: a time of day without a date.
    TimeOfDay,
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Days since 1970-01-01 of a day of the calendar; `None` if there is no such day.
pub fn days(year: i64, month: i64, day: i64) -> Option<f64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=length).contains(&day) || !(1..=9999).contains(&year) {
        return None;
    }
    // Years begin in March here, so that the day that is not always there is the last one.
    let (shifted, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400;
    let in_year = (153 * from_march + 2) / 5 + day - 1;
    Some((before + in_year - 719_468) as f64)
}

/// The form that all of these texts have, if there is one.
pub fn form_of<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> Option<DateForm> {
    let all = |form: DateForm| texts.clone().all(|text| read(text, form).is_some());
    texts.clone().next()?;
    for form in [DateForm::YearFirst, DateForm::MonthName, DateForm::TimeOfDay] {
        if all(form) {
            return Some(form);
        }
    }
    match (all(DateForm::DayFirst), all(DateForm::MonthFirst)) {
        (true, false) => Some(DateForm::DayFirst),
        (false, true) => Some(DateForm::MonthFirst),
        // A point stands between day, month and year where days come first.
        (true, true) if texts.clone().all(|text| text.contains('.')) => Some(DateForm::DayFirst),
        (true, true) => Some(DateForm::Doubtful),
        (false, false) => None,
    }
}

/// A text of a form as days since 1970 (a time of day as a share of the day); `None` if it has another form.
pub fn read(text: &str, form: DateForm) -> Option<f64> {
    let text = text.trim();
    if !text.is_ascii() || text.len() > 40 {
        return None;
    }
    match form {
        DateForm::TimeOfDay => time(text),
        DateForm::Doubtful => None,
        DateForm::MonthName => month_name(text),
        DateForm::YearFirst => {
            let (date, after) = text.split_once(['T', ' ']).unwrap_or((text, ""));
            Some(year_first(date)? + time_or_nothing(after)?)
        }
        DateForm::DayFirst | DateForm::MonthFirst => {
            let (date, after) = text.split_once(' ').unwrap_or((text, ""));
            let separator = date.chars().find(|c| matches!(c, '/' | '.' | '-'))?;
            let parts: Vec<&str> = date.split(separator).collect();
            let [first, second, year] = parts.as_slice() else { return None };
            let (first, second) = (digits(first, 1, 2)?, digits(second, 1, 2)?);
            let (day, month) =
                if form == DateForm::DayFirst { (first, second) } else { (second, first) };
            Some(days(any_year(year)?, month, day)? + time_or_nothing(after)?)
        }
    }
}

/// A whole number with a given number of digits.
fn digits(text: &str, least: usize, most: usize) -> Option<i64> {
    let good = (least..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if good { text.parse().ok() } else { None }
}

/// A year of four digits, or of two: 70 to 99 are of the last century, as in POSIX.
fn any_year(text: &str) -> Option<i64> {
    digits(text, 4, 4).or_else(|| {
        let short = digits(text, 2, 2)?;
        Some(if short >= 70 { 1900 + short } else { 2000 + short })
    })
}

fn year_first(date: &str) -> Option<f64> {
    let separator = date.chars().find(|c| matches!(c, '-' | '/' | '.'))?;
    let parts: Vec<&str> = date.split(separator).collect();
    match parts.as_slice() {
        [year, month, day] => days(digits(year, 4, 4)?, digits(month, 1, 2)?, digits(day, 1, 2)?),
        // With a point it would be a number.
        [year, month] if separator == '-' => days(digits(year, 4, 4)?, digits(month, 2, 2)?, 1),
        _ => None,
    }
}

fn month_name(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(['-', ' ', ',', '/']).filter(|p| !p.is_empty()).collect();
    let month = |word: &str| {
        let word = word.to_ascii_lowercase();
        let short = word.get(..3)?;
        Some(1 + MONTHS.iter().position(|m| *m == short)? as i64)
    };
    let [first, second, year] = parts.as_slice() else { return None };
    match (digits(first, 1, 2), digits(second, 1, 2)) {
        (Some(day), None) => days(any_year(year)?, month(second)?, day),
        (None, Some(day)) => days(any_year(year)?, month(first)?, day),
        _ => None,
    }
}

fn time_or_nothing(text: &str) -> Option<f64> {
    if text.is_empty() { Some(0.0) } else { time(text) }
}

/// `12:30`, `12:30:15.5`, with `Z` or `+02:00` after it, as a share of the day in universal time.
fn time(text: &str) -> Option<f64> {
    let (clock, shift) = match text.find(['Z', 'z', '+', '-']) {
        None => (text, 0.0),
        Some(at) => {
            let (clock, zone) = text.split_at(at);
            (clock, zone_shift(zone)?)
        }
    };
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute, second) = match parts.as_slice() {
        [hour, minute] => (hour, minute, 0.0),
        [hour, minute, second] => {
            let whole = second.split('.').next().unwrap_or_default();
            digits(whole, 2, 2)?;
            (hour, minute, second.parse::<f64>().ok().filter(|s| *s < 61.0)?)
        }
        _ => return None,
    };
    let (hour, minute) = (digits(hour, 1, 2)?, digits(minute, 2, 2)?);
    if hour > 24 || minute > 59 {
        return None;
    }
    Some(((hour * 60 + minute) as f64 * 60.0 + second) / 86_400.0 - shift)
}

fn zone_shift(zone: &str) -> Option<f64> {
    if zone.eq_ignore_ascii_case("z") {
        return Some(0.0);
    }
    let sign = if zone.starts_with('-') { -1.0 } else { 1.0 };
    let digits_only: String = zone.get(1..)?.chars().filter(|c| *c != ':').collect();
    let (hours, minutes) = match digits_only.len() {
        2 => (digits(&digits_only, 2, 2)?, 0),
        4 => (digits(digits_only.get(..2)?, 2, 2)?, digits(digits_only.get(2..)?, 2, 2)?),
        _ => return None,
    };
    Some(sign * (hours * 60 + minutes) as f64 / 1_440.0)
}

/// A text as a pattern of Java's `SimpleDateFormat` describes it, which ARFF files use. Only numbers and short names of months are known;
/// `None` where the text does not fit, `Err` where the pattern holds something else.
pub fn read_pattern(text: &str, pattern: &str) -> Result<Option<f64>, char> {
    let (mut date, mut seconds) = ([1970, 1, 1], 0.0);
    let mut rest = text;
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        let fits = match letter {
            '\'' => {
                let literal: String = letters.by_ref().take_while(|c| *c != '\'').collect();
                let literal = if literal.is_empty() { "'".to_owned() } else { literal };
                rest.strip_prefix(literal.as_str()).map(|after| rest = after).is_some()
            }
            _ if letter.is_ascii_alphabetic() => {
                let mut count = 1;
                while letters.next_if_eq(&letter).is_some() {
                    count += 1;
                }
                // Numbers that touch the next one have as many digits as letters.
                let touches = letters.peek().is_some_and(char::is_ascii_alphabetic);
                let most = if touches { count } else { 9 };
                let Some((value, after)) = field(rest, letter, count, most)? else {
                    return Ok(None);
                };
                rest = after;
                match letter {
                    'y' => {
                        date[0] = if count == 2 && value < 100 { any_century(value) } else { value }
                    }
                    'M' => date[1] = value,
                    'd' => date[2] = value,
                    'H' => seconds += value as f64 * 3_600.0,
                    'm' => seconds += value as f64 * 60.0,
                    's' => seconds += value as f64,
                    _ => seconds += value as f64 / 1_000.0,
                }
                true
            }
            _ => rest.strip_prefix(letter).map(|after| rest = after).is_some(),
        };
        if !fits {
            return Ok(None);
        }
    }
    let day = days(date[0], date[1], date[2]);
    Ok(day
        .filter(|_| rest.trim().is_empty() && seconds < 90_000.0)
        .map(|day| day + seconds / 86_400.0))
}

fn any_century(short: i64) -> i64 {
    if short >= 70 { 1900 + short } else { 2000 + short }
}

/// The value of one letter of a pattern at the beginning of a text, and what follows it.
fn field(text: &str, letter: char, count: usize, most: usize) -> Result<Option<(i64, &str)>, char> {
    if !matches!(letter, 'y' | 'M' | 'd' | 'H' | 'm' | 's' | 'S') {
        return Err(letter);
    }
    if letter == 'M' && count >= 3 {
        let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (name, after) = text.split_at(end);
        let short = name.get(..3).map(str::to_ascii_lowercase);
        let month = short.and_then(|short| MONTHS.iter().position(|m| *m == short));
        return Ok(month.map(|month| (1 + month as i64, after)));
    }
    let end = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let (number, after) = text.split_at(end);
    Ok(number.parse().ok().map(|value| (value, after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(texts: &[&str]) -> Option<DateForm> {
        form_of(texts.iter().copied())
    }

    /// Python: (date(y, m, d) - date(1970, 1, 1)).days
    #[test]
    fn days_are_those_of_the_calendar() {
        for ((year, month, day), expected) in [
            ((1970, 1, 1), 0.0),
            ((1969, 12, 31), -1.0),
            ((2000, 2, 29), 11_016.0),
            ((2000, 3, 1), 11_017.0),
            ((1900, 3, 1), -25_508.0),
            ((2024, 12, 31), 20_088.0),
            ((1, 1, 1), -719_162.0),
        ] {
            assert_eq!(days(year, month, day), Some(expected), "{year}-{month}-{day}");
        }
        for (year, month, day) in [(1900, 2, 29), (2001, 13, 1), (2001, 4, 31), (2001, 0, 1)] {
            assert_eq!(days(year, month, day), None);
        }
    }

    #[test]
    fn a_form_is_that_of_all_texts() {
        assert_eq!(form(&["2020-01-31", "1999/12/1"]), Some(DateForm::YearFirst));
        assert_eq!(form(&["1949-01", "1949-12"]), Some(DateForm::YearFirst));
        assert_eq!(form(&["2020-01-31 12:30", "2020-01-31T12:30:05Z"]), Some(DateForm::YearFirst));
        assert_eq!(form(&["31.01.2020", "1.2.2020"]), Some(DateForm::DayFirst));
        assert_eq!(form(&["1.2.2020"]), Some(DateForm::DayFirst));
        assert_eq!(form(&["1/31/2020", "2/1/2020"]), Some(DateForm::MonthFirst));
        assert_eq!(form(&["31/1/20", "2/1/20"]), Some(DateForm::DayFirst));
        assert_eq!(form(&["1/2/2020", "3/4/2020"]), Some(DateForm::Doubtful));
        assert_eq!(form(&["31/1/2020", "1/31/2020"]), None);
        assert_eq!(form(&["31-Jan-2020", "Feb 1, 2020"]), Some(DateForm::MonthName));
        assert_eq!(form(&["12:30", "23:59:59"]), Some(DateForm::TimeOfDay));
        for no_date in ["40-49", "0-2", "1-01", "2020", "2020.01", "a", "2020-13-01", "10-15-20-1"]
        {
            assert_eq!(form(&["2020-01-31", no_date]), None, "{no_date}");
            assert_eq!(form(&[no_date]), None, "{no_date}");
        }
        assert_eq!(form(&[]), None);
    }

    #[test]
    fn times_are_shares_of_the_day() {
        let read = |text: &str| read(text, DateForm::YearFirst);
        assert_eq!(read("1970-01-02T12:00:00"), Some(1.5));
        assert_eq!(read("1970-01-02 06:00+06:00"), Some(1.0));
        assert_eq!(read("1970-01-02 25:00"), None);
    }

    #[test]
    fn patterns_of_java_are_followed() {
        let read = |text: &str, pattern: &str| read_pattern(text, pattern).unwrap();
        assert_eq!(read("1970-01-03", "yyyy-MM-dd"), Some(2.0));
        assert_eq!(read("1970-01-02T12:00:00", "yyyy-MM-dd'T'HH:mm:ss"), Some(1.5));
        assert_eq!(read("19700103", "yyyyMMdd"), Some(2.0));
        assert_eq!(read("3-Jan-70", "d-MMM-yy"), Some(2.0));
        assert_eq!(read("1970-13-03", "yyyy-MM-dd"), None);
        assert_eq!(read("1970-01-03x", "yyyy-MM-dd"), None);
        assert_eq!(read_pattern("1 AM", "h a"), Err('h'));
    }
}
