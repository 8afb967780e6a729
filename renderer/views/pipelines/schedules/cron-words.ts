/** Expressions that people choose by name. */
export const cronPresets = ["0 * * * *", "0 4 * * *", "0 4 * * 1-5", "0 4 * * 1", "0 4 1 * *"] as const;

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Returns the times of an expression of cron in words, such as "Every weekday at 04:00"; the expression itself for others. */
export function cronWords(cron: string): string {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron.trim().split(/\s+/);
  if (more.length > 0 || month !== "*") return cron.trim();
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1];
  const isEachDay = day === "*" && weekday === "*";
  if (everyMinutes && hour === "*" && isEachDay) return `Every ${everyMinutes} minutes`;
  if (!/^\d{1,2}$/.test(minute)) return cron.trim();
  if (hour === "*" && isEachDay)
    return Number(minute) === 0 ? "Every hour" : `Every hour at minute ${Number(minute)}`;
  if (!/^\d{1,2}$/.test(hour)) return cron.trim();
  const time = `at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (isEachDay) return `Every day ${time}`;
  if (day === "*") {
    const days = daysOf(weekday);
    return days ? `Every ${days} ${time}` : cron.trim();
  }
  return weekday === "*" && /^\d{1,2}$/.test(day)
    ? `On day ${Number(day)} of every month ${time}`
    : cron.trim();
}

/** Returns days of the week as text; null for those that have no short one. */
function daysOf(field: string): string | null {
  if (/^(?:1-5|mon-fri)$/i.test(field)) return "weekday";
  const days = field.split(",").map((name) => {
    const number = /^[0-7]$/.test(name) ? Number(name) % 7 : names.indexOf(name.toLowerCase());
    return weekdays[number];
  });
  return days.includes(undefined) ? null : days.join(" and ");
}
