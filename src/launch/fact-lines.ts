import type { FirstRun } from "./data-dir/first-run.js";

/** What is printed once everything runs. Password and API key are printed by the first start only. */
export function factLines(facts: FirstRun, isFirst: boolean, seconds: string): string {
  const { baseUrl, mailbox, temporalUi, email, password, apiKey } = facts;
  const addresses = [
    ["API", `${baseUrl}/api/rest/actions/`],
    ["MCP", `${baseUrl}/api/mcp`],
    ["Documentation", `${baseUrl}/docs`],
    ["Mailbox", mailbox],
    ["Temporal", temporalUi],
  ];
  const account = [
    ["E-mail", email],
    ["Password", password],
    ["API key", apiKey],
  ];
  const table = (rows: (string | null | undefined)[][]) =>
    rows.filter(([, value]) => value).map(([name, value]) => `  ${String(name).padEnd(15)}${value}`);
  const shownOnce = ["", "Studio Demo, shown this once and kept in first-run.json in DATA_DIR:", ...table(account)];
  return [
    "",
    `Pratica runs (${seconds} s).`,
    ...table(addresses),
    ...(isFirst ? shownOnce : []),
    "",
    "Ctrl-C ends it.",
    "",
  ].join("\n");
}
