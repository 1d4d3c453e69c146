export default function globalTeardown() {
  globalThis.praticaTestRun.end();
}
