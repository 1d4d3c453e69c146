import { fromNpm, newerNodes, nodeBinary } from "../node-binary.mjs";

/**
 * Installs the suite, and a Node that it supports. The suite refuses Node 20, so as a development dependency it would prevent the
 * product's tests from running there.
 * @returns the paths of both programs
 */
export function installSuite() {
  const isRecent = Number(process.versions.node.split(".")[0]) >= 22;
  return {
    main: fromNpm("@modelcontextprotocol/conformance", "0.2.0-alpha.12", "dist/index.js"),
    node: isRecent ? process.execPath : nodeBinary(newerNodes[0]),
  };
}
