import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const notApplicable = JSON.parse(readFileSync(path.join(import.meta.dirname, "not-applicable.json"), "utf8")).map(
  ({ reason, scenario, message }) => ({ reason, scenario: new RegExp(scenario), message: new RegExp(message) }),
);

/**
 * Reads the suite's results from a folder.
 * @returns the number of passed checks; `excused`, the number of failures that don't apply, by reason; all other failures
 */
export function readResults(folder) {
  const results = { passed: 0, excused: new Map(), failures: [] };
  for (const name of readdirSync(folder)) {
    const scenario = name.replace(/^server-(?=.+-\d{4}-)/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    for (const check of JSON.parse(readFileSync(path.join(folder, name, "checks.json"), "utf8"))) {
      if (check.status === "SUCCESS") results.passed++;
      if (check.status !== "FAILURE") continue;
      const excuse = notApplicable.find(
        (rule) => rule.scenario.test(scenario) && rule.message.test(check.errorMessage ?? ""),
      );
      if (excuse) results.excused.set(excuse.reason, (results.excused.get(excuse.reason) ?? 0) + 1);
      else results.failures.push(`${scenario}: ${check.id}: ${check.errorMessage}`);
    }
  }
  return results;
}
