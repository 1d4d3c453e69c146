// Dependencies point one way (ARCHITECTURE.md). `npm run boundaries` checks it.
const folders = (...names) => `^src/(${names.join("|")})(/|\\.ts$)`;

/** What a folder may import of ours beside itself; everything else is refused. */
const mayImport = {
  domain: [],
  db: ["config", "domain"],
  workflows: ["domain"],
  activities: ["config", "db", "domain", "log", "workflows"],
  api: ["config", "db", "domain", "log", "temporal", "workflows"],
  worker: ["activities", "config", "db", "domain", "log", "temporal", "workflows"],
  mailbox: ["config", "db", "domain", "log"],
  launch: ["admin", "config", "db", "domain", "log", "temporal"],
  admin: ["api", "config", "db", "domain", "launch", "log", "temporal"],
};

const oneWay = Object.entries(mayImport).map(([folder, others]) => ({
  name: `${folder}-imports-only-${others.join("-") || "itself"}`,
  severity: "error",
  from: { path: folders(folder) },
  to: { path: "^src/", pathNot: folders(folder, ...others), dependencyTypesNot: ["type-only"] },
}));

module.exports = {
  forbidden: [
    ...oneWay,
    {
      name: "types-point-the-same-way",
      comment: "Workflows know their activities by type; a type of the API or the worker is nobody's business.",
      severity: "error",
      from: { path: "^src/", pathNot: folders("api", "worker", "admin") },
      to: { path: folders("api", "worker") },
    },
    {
      name: "domain-is-pure",
      comment: "Values in, values out: no files, no network, no database library.",
      severity: "error",
      from: { path: folders("domain") },
      to: { path: "^(node:)?(fs|net|http|https|child_process)|/(pg|typeorm|koa|@temporalio)/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
