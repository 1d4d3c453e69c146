export default async function globalTeardown() {
  await globalThis.praticaTestRun.end();
}
