import { describe, expect, it } from "@jest/globals";
import { NativeConnection } from "@temporalio/worker";
import { currentTrace, startTracing, stopTracing, traced } from "../../src/tracing/trace.js";
import { startApi } from "../support/caller.js";
import { type CollectedSpan, startCollector } from "../support/collector.js";
import { eventually } from "../support/eventually.js";
import { createContact, organization } from "../support/factories.js";
import { forAllTests } from "../support/for-tests.js";
import { createNamespace } from "../support/namespace.js";
import { startSmtp } from "../support/smtp.js";
import { startWorkers } from "../support/worker.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const start = (endpoint: string | undefined) =>
  startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: 1 }, "pratica-test", () => undefined);

const collector = forAllTests(startCollector);
const temporal = forAllTests(createNamespace);
const native = forAllTests(() => NativeConnection.connect({ address: temporal.address }));
const smtp = forAllTests(startSmtp);
const api = forAllTests(() =>
  startApi({
    threads: true,
    relay: true,
    settings: { MAIL_FROM: "pratica@studio.test", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    through: { temporal },
  }),
);
forAllTests(() => startWorkers(native, temporal.namespace, api.app.database, smtp.url));
forAllTests(() => ({ stop: stopTracing }));

/** The names of the spans from one up to its trace's first. */
function wayUp(spans: CollectedSpan[], span: CollectedSpan | undefined): string[] {
  if (!span) return [];
  return [
    span.name,
    ...wayUp(
      spans,
      spans.find(({ spanId }) => spanId === span.parentSpanId),
    ),
  ];
}

describe("a trace", () => {
  it("leads from the caller's request to the mail, and names nobody", async () => {
    const org = await organization(api);
    const { id: contactId } = await createContact(org, { email: "maria.bianchi@example.test" });
    const { id: docId } = await org.ok("create_document", { title: "Offerta Villa Bianchi", contactId });
    await org.ok("update_document", { docId, lineItems: [{ desc: "Rilievo", unit: "cad", qty: 1, price: 10 }] });
    await org.ok("issue_document", { docId });
    await start(collector.url);
    await api.call("send_issued_document", { docId, message: "Gentile Maria" }, org.key, { traceparent });
    const requestName = "POST /api/rest/actions/send_issued_document";
    // A span is sent when it ends, so that one may come before those that it is part of.
    const mail = await eventually(async () => {
      const found = collector.spans.find(({ name }) => name === "hand over mail");
      const isWhole = wayUp(collector.spans, found).at(-1) === requestName;
      return isWhole && collector.spans.some(({ name }) => name === "workflow deliverDocument") ? found : undefined;
    });
    const { spans } = collector;
    expect(wayUp(spans, mail)).toEqual([
      "hand over mail",
      "activity handOverMessage",
      "start deliverDocument",
      "action send_issued_document",
      requestName,
    ]);
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(wayUp(spans, named("workflow deliverDocument"))).toContain("action send_issued_document");
    expect(wayUp(spans, named("commit"))).toContain("action send_issued_document");
    const request = named(requestName);
    expect(request).toMatchObject({
      traceId,
      parentSpanId: "00f067aa0ba902b7",
      service: "pratica-test",
      facts: { "http.response.status_code": 200 },
    });
    expect(mail?.traceId).toBe(traceId);
    expect(collector.text()).not.toMatch(/bianchi|maria|Gentile|Rilievo|@/i);
  });

  it("goes on in the thread for heavy requests", async () => {
    const org = await organization(api);
    await api.call("create_document", { title: "Relazione", body: "a".repeat(70_000) }, org.key, { traceparent });
    const isCreation = ({ name }: CollectedSpan) => name === "action create_document";
    const created = await eventually(async () => {
      const way = collector.spans.filter(isCreation).map((span) => wayUp(collector.spans, span));
      return way.find((names) => names.includes("lane") && names.length === 3);
    });
    expect(created).toEqual(["action create_document", "lane", "POST /api/rest/actions/create_document"]);
  });

  it("is in a workflow's history by its id alone", async () => {
    const { rows } = await api.pool.query("select document_id from delivery");
    const { workflow } = temporal.client;
    const history = await workflow.getHandle(`deliver-document:${rows[0].document_id}:1`).fetchHistory();
    const activities = history.events?.flatMap((event) => event.activityTaskScheduledEventAttributes ?? []) ?? [];
    expect(activities.length).toBeGreaterThan(0);
    for (const { header } of activities) {
      expect(Object.keys(header?.fields ?? {})).toEqual(["traceparent"]);
      expect(Buffer.from(header?.fields?.traceparent?.data ?? []).toString()).toMatch(`"00-${traceId}-`);
    }
  });

  it("is lost without harm where the collector is gone, and a traceparent that is none begins a new one", async () => {
    await stopTracing();
    await start("http://127.0.0.1:1");
    for (const parent of ["nonsense", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`])
      await traced("work", { parent }, async () => expect(currentTrace()).toMatch(/^00-(?!0{32})[0-9a-f]{32}-/));
    await stopTracing();
    expect(currentTrace()).toBeNull();
  });
});

it("without a collector there is none", async () => {
  await start(undefined);
  expect(await traced("work", {}, async () => currentTrace())).toBeNull();
});
