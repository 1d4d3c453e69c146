// Two API processes on one database, compared with one of them: creates per second. The second has the environment of the first. Only a
// machine with cores for both, Postgres and wrk can say something; elsewhere the figure gets no verdict.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { until } from "../../scripts/product.mjs";
import { atLeast, ratioOf, takeTurns } from "../stage.mjs";
import { endChild } from "../temporal.mjs";

export const title = "two API processes on one database, compared with one";

const [least, coresNeeded] = [1.7, 4];
const rounds = 3;
const seconds = 3;

export async function run(stage) {
  const product = await stage.product();
  const variables = readFileSync(`/proc/${product.pids.api}/environ`, "utf8").split("\0");
  // The channel to the launcher is the first one's own.
  const isOurs = (text) => text !== "" && !text.startsWith("NODE_CHANNEL_");
  const environment = Object.fromEntries(
    variables.filter(isOurs).map((text) => [text.split("=", 1)[0], text.replace(/^[^=]*=/, "")]),
  );
  const port = stage.port + 4;
  const main = fileURLToPath(new URL("../../dist/api/main.js", import.meta.url));
  const env = { ...environment, PORT: String(port), ACCESS_LOG: "/dev/null" };
  const child = spawn(process.execPath, ["--enable-source-maps", main], {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  stage.ends(Promise.resolve(), () => endChild(child, "SIGTERM"));
  await until(() => fetch(`http://127.0.0.1:${port}/readyz`).then((response) => response.ok));
  const second = { port, pids: { api: child.pid, postgres: product.pids.postgres } };

  const request = {
    pathname: "/api/rest/actions/create_contact",
    key: product.apiKey,
    bodies: [{ name: "Contatto #", email: "c#@example.test" }],
  };
  const sides = { one: [product], two: [product, second] };
  const figures = await takeTurns(Object.keys(sides), rounds, async (name, isWarmUp) => {
    const each = (side) => stage.loaded(side, request, isWarmUp ? 1 : seconds, 32);
    const all = await Promise.all(sides[name].map(each));
    return all.reduce((sum, { perSecond }) => sum + perSecond, 0);
  });
  const line = atLeast("create_contact by two processes", least, ratioOf(figures.two, figures.one), "× one");
  const cores = availableParallelism();
  if (cores >= coresNeeded) return [line];
  stage.say(`not judged: there are ${cores} cores, and it takes ${coresNeeded}`);
  return [{ ...line, reached: null }];
}
