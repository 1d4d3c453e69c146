/** Where the servers of this run of the tests are; `global-setup.mjs` started them. */
interface TestServers {
  adminUrl: string;
  templateName: string;
  templateAppUrl: string;
  temporalAddress: string;
  /** Path of the executable, or null where none was found. */
  timeSkippingServer: string | null;
  /** Path of the bundle that workers take: `Worker.create({ workflowBundle: { codePath } })`. */
  workflowBundle: string;
}

export function testServers(): TestServers {
  const servers = process.env.PRATICA_TEST_SERVERS;
  if (!servers) throw new Error("The test servers are not running: start tests through jest.config.mjs.");
  return JSON.parse(servers) as TestServers;
}
