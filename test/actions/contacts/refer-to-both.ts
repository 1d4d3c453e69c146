import { createProject, type TestOrganization, type TestRecord } from "../../support/factories.js";

/** Records of every kind that a merge moves, all of the source; one project is connected to both contacts. */
export async function referToBoth(org: TestOrganization, target: TestRecord, source: TestRecord) {
  const asClient = await createProject(org, { clientContactId: source.id });
  const shown = await createProject(org);
  const both = await createProject(org, { clientContactId: source.id });
  for (const [projectId, contactId] of [
    [shown.id, source.id],
    [both.id, source.id],
    [both.id, target.id],
  ])
    await org.ok("connect_contact", { projectId, contactId });
  const document = await org.ok("create_document", { title: "Incarico", contactId: source.id });
  const { thread } = await org.ok("send_message", { contactId: source.id, body: "Buongiorno" });
  return { asClient, shown, both, document, thread };
}
