import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const notApplicable = JSON.parse(readFileSync(path.join(import.meta.dirname, "not-applicable.json"), "utf8")).map(
  ({ reason, scenario, message }) => ({ reason, scenario: new RegExp(scenario), message: new RegExp(message) }),
);

/** Reads what the suite wrote into a folder: how many checks passed, which failures are excused and why, which are not. */
export function readResults(folder) {
  const results = { passed: 0, excused: new Map(), failures: [] };
  for (const name of readdirSync(folder)) {
    const scenario = name.replace(/^server-(?=.+-\d{4}-)/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    for (const check of JSON.parse(readFileSync(path.join(folder, name, "checks.json"), "utf8"))) {
      if (check.status === "SUCCESS") results.passed++;
      if (check.status !== "FAILURE") continue;
      const excuse = notApplicable.find(
        (one) => one.scenario.test(scenario) && one.message.test(check.errorMessage ?? ""),
      );
      if (excuse) results.excused.set(excuse.reason, (results.excused.get(excuse.reason) ?? 0) + 1);
      else results.failures.push(`${scenario}: ${check.id}: ${check.errorMessage}`);
    }
  }
  return results;
}
