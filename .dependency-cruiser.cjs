// Dependencies point one way (ARCHITECTURE.md). `npm run boundaries` checks it.
const folders = (...names) => `^src/(${names.join("|")})(/|\\.ts$)`;

/** What each folder may import of ours beside itself, types included; everything else is refused. From the bottom up. */
const mayImport = {
  domain: [],
  log: [],
  "at-intervals": [],
  "lower-priority": [],
  config: ["domain"],
  temporal: ["config"],
  tracing: ["config"],
  contracts: ["domain"],
  formats: ["domain"],
  db: ["config", "contracts", "domain", "tracing"],
  accounts: ["config", "contracts", "db", "domain"],
  actions: ["accounts", "config", "contracts", "db", "domain", "formats", "tracing"],
  files: ["config", "db", "domain"],
  channels: ["config", "contracts", "db", "domain", "files", "formats", "tracing"],
  activities: ["accounts", "channels", "config", "contracts", "db", "domain", "files", "formats", "lower-priority"],
  // Of the activities the types alone: see below.
  workflows: ["activities", "contracts", "domain"],
  worker: [
    "activities",
    "at-intervals",
    "channels",
    "config",
    "contracts",
    "db",
    "files",
    "log",
    "temporal",
    "tracing",
  ],
  web: ["accounts", "actions", "channels", "config", "db", "domain", "formats"],
  api: [
    "accounts",
    "actions",
    "at-intervals",
    "channels",
    "config",
    "contracts",
    "db",
    "domain",
    "files",
    "formats",
    "log",
    "lower-priority",
    "temporal",
    "tracing",
    "web",
  ],
  mailbox: ["config", "log"],
  launch: ["accounts", "config", "db"],
  admin: ["accounts", "channels", "config", "contracts", "db", "domain", "files", "launch", "temporal"],
};

const oneWay = Object.entries(mayImport).map(([folder, others]) => ({
  name: `${folder}-imports-only-${others.join("-") || "itself"}`,
  severity: "error",
  from: { path: folders(folder) },
  to: { path: "^src/", pathNot: folders(folder, ...others) },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: "every-folder-is-named",
      severity: "error",
      from: { path: "^src/", pathNot: folders(...Object.keys(mayImport)) },
      to: {},
    },
    {
      name: "workflows-know-activities-by-type",
      comment: "They run in a sandbox: an activity is called by its name.",
      severity: "error",
      from: { path: folders("workflows") },
      to: { path: folders("activities"), dependencyTypesNot: ["type-only"] },
    },
    {
      name: "domain-is-pure",
      comment: "Values in, values out: no files, no network, no database library.",
      severity: "error",
      from: { path: folders("domain") },
      to: { path: "^(node:)?(fs|net|http|https|child_process)|/(pg|typeorm|koa|@temporalio)/" },
    },
    {
      name: "fixed-checks-know-no-model",
      severity: "error",
      from: { path: "^src/domain/review/" },
      to: { path: "^src/domain/drafting/" },
    },
    {
      name: "authorization-server-stands-alone",
      comment:
        "Of the rest of the API it takes the form of a problem, the resource of its tokens, and the names of clients.",
      severity: "error",
      from: { path: "^src/api/oauth/" },
      to: { path: "^src/api/", pathNot: "^src/api/(oauth/|(client-name|problem|resource)\\.ts$)" },
    },
    {
      name: "authorization-server-is-mounted",
      comment: "By what puts the API together, and by nothing else of it.",
      severity: "error",
      from: { path: "^src/api/", pathNot: "^src/api/(oauth/|(hourly-upkeep|main|server)\\.ts$)" },
      to: { path: "^src/api/oauth/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "product-needs-no-test",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|scripts|bench)/" },
    },
    {
      name: "product-needs-no-dev-dependency",
      severity: "error",
      from: { path: "^src/" },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
