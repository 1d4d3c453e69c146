import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/observability/${file}`, import.meta.url)), "utf8");
const files = ["dashboard.json", "alerts.yml"];

/** The figures that the dashboard and the alerts are about, whose names begin so. */
export const figuresWatched = (prefixes: string[]): string[] => [
  ...new Set(files.flatMap((file) => read(file).match(new RegExp(`\\b(${prefixes.join("|")})_\\w+`, "g")) ?? [])),
];

/** Those of the names that a page of metrics in Prometheus' format doesn't have. */
export const missingFrom = (metrics: string, names: string[]): string[] =>
  names.filter((name) => !new RegExp(`^${name}[{ ]`, "m").test(metrics));

/** The routes whose times the alert about slow requests leaves out. */
export const routesNotTimed = (): RegExp => new RegExp(`^(?:${/route!~"([^"]+)"/.exec(read("alerts.yml"))?.[1]})$`);
