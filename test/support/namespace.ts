import { randomBytes } from "node:crypto";
import { Client, Connection } from "@temporalio/client";
import { searchAttributes } from "../../src/contracts/search-attributes.js";
import { temporalAddress } from "./temporal.js";

export interface TestNamespace {
  address: string;
  namespace: string;
  client: Client;
  close(): Promise<void>;
}

const keyword = 2; // INDEXED_VALUE_TYPE_KEYWORD
const dayS = 86_400;

/** Gives a namespace the product's search attributes. */
export const addSearchAttributes = (
  { operatorService }: Pick<Connection, "operatorService">,
  namespace: string,
): Promise<unknown> =>
  operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map(({ name }) => [name, keyword])),
  });

export const registerNamespace = (
  { workflowService }: Pick<Connection, "workflowService">,
  namespace: string,
): Promise<unknown> =>
  workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: dayS as never },
  });

/**
 * A namespace of the test's own on the run's development server: no other test's workers take its work.
 * @param bare without the product's search attributes
 */
export async function createNamespace({ bare = false } = {}): Promise<TestNamespace> {
  const address = temporalAddress();
  const connection = await Connection.connect({ address });
  const namespace = `test-${randomBytes(8).toString("hex")}`;
  await registerNamespace(connection, namespace);
  if (!bare) await addSearchAttributes(connection, namespace);
  return { address, namespace, client: new Client({ connection, namespace }), close: () => connection.close() };
}
