import { beforeAll, describe, expect, it } from "@jest/globals";
import { csvCell } from "../../../src/formats/csv-cell.js";
import { startApi } from "../../support/caller.js";
import { createProject, organization } from "../../support/factories.js";
import { forAllTests } from "../../support/for-tests.js";
import { signedIn } from "../../support/visitor.js";

const api = forAllTests(startApi);
const org = forAllTests(() => organization(api));
const owner = forAllTests(() => org.member("owner"));
const me = forAllTests(() => signedIn(api, owner));
let projectId: string;

beforeAll(async () => {
  ({ id: projectId } = await createProject(org, { name: "Villa Rossi" }));
  await org.ok("update_project", { projectId, name: "Villa Bianchi" }, owner.key);
  await org.ok("create_contact", { name: '=HYPERLINK("http://evil.example")', email: "a@b.test" });
});

const log = async (query = "") => (await me.visit(`/settings/audit-log${query}`)).text;

describe("the audit log", () => {
  it("tells who did what to which record, through what, and what changed", async () => {
    const text = await log(`?record=${projectId}`);
    expect(text).toContain(`${owner.name} ${owner.name} · API`);
    expect(text).toContain("Project: Villa Bianchi");
    expect(text).toContain("Name Villa Bianchi (before: Villa Rossi)");
    expect(text).toContain("The organization test · API");
  });

  it("tells it in Italian", async () => {
    const reader = await signedIn(api, owner, "it");
    expect((await reader.visit(`/settings/audit-log?record=${projectId}`)).text).toMatch(
      /Modifica una pratica Pratica: Villa Bianchi .*Nome Villa Bianchi \(prima: Villa Rossi\)/,
    );
  });

  it("tells permissions and notices in Italian words", async () => {
    const message = { notice: "7 days for 2026-12-01T00:00:00.000Z" };
    const changes = [
      { record: "api_key", id: projectId, op: "create", after: { permissions: ["tasks:edit", "keys:manage"] } },
      { record: "message", id: projectId, op: "create", after: message },
      {
        record: "message",
        id: org.organizationId,
        op: "create",
        after: { notice: `unread pec ${new Date().toISOString()}` },
      },
    ];
    await api.pool.query(
      `insert into audit_event (organization_id, id, at, via, action, record_type, record_id, changes)
       values ($1, uuidv7(), now(), 'page', 'create_key', 'api_key', $2, $3)`,
      [org.organizationId, projectId, JSON.stringify(changes)],
    );
    const reader = await signedIn(api, owner, "it");
    const { text } = await reader.visit(`/settings/audit-log?record=${projectId}`);
    expect(text).toContain("Attività: modificare, Gestire le chiavi API");
    expect(text).toContain("7 giorni prima");
    expect(text).toContain("casella non letta da più di un giorno");
  });

  it("is seen by those whose role allows it, each organization its own", async () => {
    const member = await signedIn(api, await org.member("member"));
    expect((await member.visit("/settings/audit-log")).status).toBe(403);
    expect((await member.visit("/settings/audit-log/export.csv")).status).toBe(403);
    const stranger = await signedIn(api, await (await organization(api)).member("owner"));
    expect((await stranger.visit(`/settings/audit-log?record=${projectId}`)).text).toContain("Nothing here");
    expect((await stranger.visit("/settings/audit-log?record=Villa")).text).toContain("Nothing here");
    expect((await stranger.visit("/settings/audit-log/export.csv")).html).not.toContain("Villa");
  });

  it.each([
    [{ person: "PERSONA" }, "Villa Bianchi", "Create a project"],
    [{ record: "villa b" }, "Villa Bianchi", "HYPERLINK"],
    [{ client: "test" }, "HYPERLINK", "Change a project"],
    [{ via: "admin" }, "Command line", "Villa"],
    [{ from: "2099-01-01" }, "Nothing here", "Villa Bianchi"],
    [{ to: "2020-01-01" }, "Nothing here", "Villa Bianchi"],
    [{ from: "2020-01-01", to: "2099-01-01" }, "Villa Bianchi", "Nothing here"],
    [{ person: "%_\0'" }, "Nothing here", "Villa Bianchi"],
    [{ from: "2026-02-31x", before: "x" }, "Villa Bianchi", "Nothing here"],
    [{ from: "2026-02-31", to: "2026-02-30" }, "Villa Bianchi", "Nothing here"],
    [{ from: "0000-01-01", to: "2026-13-01" }, "Villa Bianchi", "Nothing here"],
    [{ to: "9999-12-31" }, "Villa Bianchi", "Nothing here"],
    [{ record: "'; drop table audit_event; --" }, "Nothing here", "Villa Bianchi"],
    [{ record: "<script>alert(1)</script>" }, "Nothing here", "Villa Bianchi"],
    [{ client: "%" }, "Nothing here", "Villa Bianchi"],
    [{ via: "<b>" }, "Villa Bianchi", "Nothing here"],
    [{ before: "01890000-0000-7000-8000-000000000000" }, "Nothing here", "Villa Bianchi"],
  ])("filtered by %j shows %s and not %s", async (filter, shown, hidden) => {
    const text = await log(`?${new URLSearchParams(filter as unknown as Record<string, string>)}`);
    expect(me.page.status).toBe(200);
    expect(text).toContain(shown);
    expect(text).not.toContain(hidden);
  });

  it("keeps the name of a record that is gone", async () => {
    const { id } = await org.ok("create_task", { title: "Sopralluogo", projectId });
    await org.ok("delete_project", { projectId: (await createProject(org, { name: "Di passaggio" })).id });
    expect(await log(`?record=${id}`)).toContain("Task: Sopralluogo");
    expect(await log("?person=&record=Di+passaggio")).toContain("Nothing here");
    expect(await log()).toContain("Project: Di passaggio");
  });

  it("shows the first changes of an event that changed very much, and how many more the export has", async () => {
    const clinic = await organization(api);
    const boss = await clinic.member("owner");
    const { id } = await createProject(clinic, { name: "Ospedale" });
    for (let n = 0; n < 60; n++) await clinic.ok("create_task", { title: `Stanza ${n}`, projectId: id });
    await clinic.ok("delete_project", { projectId: id });
    const reader = await signedIn(api, boss);
    const { html, text } = await reader.visit(`/settings/audit-log?record=${id}`);
    const [deletion = ""] = html.match(/<tr>(?:(?!<\/tr>)[\s\S])*Delete a project[\s\S]*?<\/tr>/) ?? [];
    expect(deletion.match(/class="tag"/g)).toHaveLength(50);
    expect(text).toContain("Further changes, all of them in the CSV export: 11");
    const csv = (await reader.visit(`/settings/audit-log/export.csv?record=${id}`)).html;
    for (let n = 0; n < 60; n++) expect(csv).toContain(`Stanza ${n}`);
  });

  it("exports an event that changed very much in several lines", async () => {
    const clinic = await organization(api);
    const reader = await signedIn(api, await clinic.member("owner"));
    await api.pool.query(
      `insert into audit_event (organization_id, id, at, via, action, changes)
       select $1, uuidv7(), now(), 'rest', 'merge_contacts', jsonb_agg(
         jsonb_build_object('record', 'thread', 'id', n::text, 'op', 'update', 'after', jsonb_build_object('summary', 'n' || n)) order by n)
       from generate_series(1, 10450) n`,
      [clinic.organizationId],
    );
    const { html } = await reader.visit("/settings/audit-log/export.csv");
    const merges = html.split("\r\n").filter((line) => line.includes("merge_contacts"));
    const shown = merges.map((line) => line.match(/\bn\d+/g) ?? []);
    expect(shown.map(({ length }) => length)).toEqual([...Array.from({ length: 52 }, () => 200), 50]);
    expect(shown.flat()).toEqual(Array.from({ length: 10_450 }, (_, n) => `n${n + 1}`));
  });

  it("goes back page by page, leaving none out", async () => {
    const busy = await organization(api);
    const boss = await busy.member("owner");
    for (let n = 0; n < 60; n++) await busy.ok("create_contact", { name: `Contatto ${String(n).padStart(2, "0")}` });
    const reader = await signedIn(api, boss);
    const found: string[] = [];
    for (let path: string | undefined = "/settings/audit-log"; path; ) {
      const { html } = await reader.visit(path);
      found.push(...[...html.matchAll(/>(Contatto \d\d)<\/a>/g)].map(([, name]) => name as string));
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(found).toEqual(Array.from({ length: 60 }, (_, n) => `Contatto ${String(59 - n).padStart(2, "0")}`));
  });
});

describe("the audit log's page", () => {
  const links = () =>
    [...me.page.html.matchAll(/href="(\/settings\/audit-log[^"]*)"/g)].map(([, path]) => String(path));

  it("keeps what was asked for in its form and in each of its links", async () => {
    const asked = {
      person: 'per"<b>',
      client: "a&b",
      record: "Villa",
      via: "rest",
      from: "2026-01-01",
      to: "2099-01-01",
    };
    await log(`?${new URLSearchParams(asked)}`);
    for (const kept of ['value="per&quot;&lt;b>"', 'value="a&amp;b"', 'value="rest" selected', 'value="2026-01-01"'])
      expect(me.page.html).toContain(kept);
    const query = String(new URLSearchParams(asked)).replaceAll("&", "&amp;");
    expect(links()).toContain(`/settings/audit-log/export.csv?${query}`);
    await log("?person=persona&via=rest");
    expect(links()).toContain(`/settings/audit-log?person=persona&amp;record=${projectId}&amp;via=rest`);
  });

  it("says that nothing fits, in both languages", async () => {
    expect(await log("?record=nothing")).toContain("Nothing here No change fits this filter.");
    expect(me.page.html).not.toContain("<table");
    const reader = await signedIn(api, owner, "it");
    expect((await reader.visit("/settings/audit-log?record=nulla")).text).toContain(
      "Nessuna modifica Nessuna modifica corrisponde al filtro.",
    );
  });

  it("has no pages to go to where all is shown, and the way back from a later one", async () => {
    await log();
    expect(me.page.html).not.toContain('class="paging"');
    expect(await log("?via=rest&before=01890000-0000-7000-8000-000000000000")).toContain("Newest");
    expect(me.page.html).toMatch(/<nav class="paging"[\s\S]*href="\/settings\/audit-log\?via=rest"/);
  });

  it("offers the members' names to choose from, and nobody else's", async () => {
    const stranger = await (await organization(api)).member("owner");
    await log();
    const names = [...me.page.html.matchAll(/<option value="(Persona \d+)"/g)].map(([, name]) => name);
    expect(names).toContain(owner.name);
    expect(names).not.toContain(stranger.name);
  });

  it("shows times and days where the organization is", async () => {
    const far = await organization(api);
    const boss = await far.member("owner");
    await api.pool.query("update organization set timezone = 'Pacific/Auckland' where id = $1", [far.organizationId]);
    await api.pool.query(
      `insert into audit_event (organization_id, id, at, via, action, changes)
       values ($1, gen_random_uuid(), '2026-06-30T12:30:00Z', 'rest', 'far_away', '[]')`,
      [far.organizationId],
    );
    const reader = await signedIn(api, boss);
    expect((await reader.visit("/settings/audit-log?from=2026-07-01&to=2026-07-01")).text).toContain(
      "1 Jul 2026, 00:30:00 Somebody without an account API Far away",
    );
    expect((await reader.visit("/settings/audit-log?to=2026-06-30")).text).toContain("Nothing here");
  });

  it("shows what people wrote as text", async () => {
    const { id } = await createProject(org, { name: "<img src=x>", description: "</dd><script>alert(1)</script>" });
    await log(`?record=${id}`);
    expect(me.page.html).toContain("&lt;img src=x>");
    expect(me.page.html).not.toMatch(/<img|<script/);
  });

  it("says of a long value how long it is", async () => {
    const { id } = await createProject(org, { name: "Lunga", description: "x".repeat(5_000) });
    expect(await log(`?record=${id}`)).toContain("Description (5002 B)");
  });
});

describe("the export", () => {
  it("is Italian for Italian readers", async () => {
    const reader = await signedIn(api, owner, "it");
    const { html } = await reader.visit(`/settings/audit-log/export.csv?record=${projectId}&person=persona`);
    expect(html).toContain("Momento,Chi,Con che mezzo,Azione,Operazione,Tipo,Nome,Id,Modifiche,Id richiesta\r\n");
    expect(html).toMatch(
      new RegExp(
        `Z,${owner.name},${owner.name} · API,Modifica una pratica,update_project,Pratica,Villa Bianchi,${projectId},Pratica: Villa Bianchi \\(Nome: Villa Rossi → Villa Bianchi\\),`,
      ),
    );
  });

  it("holds only the heads where nothing fits", async () => {
    const { status, html } = await me.visit("/settings/audit-log/export.csv?record=nothing");
    expect([status, html.trim().split("\r\n")]).toEqual([200, [expect.stringMatching(/^Time,Who,/)]]);
  });

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago"])("is named for the day in %s", async (timezone) => {
    const far = await organization(api);
    await api.pool.query("update organization set timezone = $2 where id = $1", [far.organizationId, timezone]);
    const reader = await signedIn(api, await far.member("owner"));
    const { headers } = await reader.visit("/settings/audit-log/export.csv");
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format();
    expect(headers.get("content-disposition")).toBe(`attachment; filename="audit-log-${day}.csv"`);
  });

  it("is CSV that spreadsheets read rightly and don't run", async () => {
    const { headers, html } = await me.visit("/settings/audit-log/export.csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(/attachment; filename="audit-log-.*\.csv"/);
    // fetch takes the byte order mark for itself.
    const bytes = await fetch(`${api.url}/settings/audit-log/export.csv`, {
      headers: { cookie: [...me.cookies].map((pair) => pair.join("=")).join("; ") },
    }).then((answer) => answer.arrayBuffer());
    expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(html).toContain("Time,Who,Through,Action");
    expect(html).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it("holds to the filter", async () => {
    const { html } = await me.visit("/settings/audit-log/export.csv?record=Villa");
    expect(html).toContain("Villa Bianchi");
    expect(html).not.toContain("HYPERLINK");
  });

  it("goes on beyond one batch", async () => {
    const big = await organization(api);
    const boss = await big.member("owner");
    await api.pool.query(
      `insert into audit_event (organization_id, id, at, via, action, changes)
       select $1, gen_random_uuid(), now(), 'rest', 'bulk', '[]' from generate_series(1, 2500)`,
      [big.organizationId],
    );
    const reader = await signedIn(api, boss);
    const { html } = await reader.visit("/settings/audit-log/export.csv");
    expect(html.match(/,bulk,/g)).toHaveLength(2500);
  });

  it.each([
    ["plain", "plain"],
    ["=1+1", "'=1+1"],
    ["+39 051", "'+39 051"],
    ["-5", "'-5"],
    ["@a", "'@a"],
    [" =1", "' =1"],
    ['a "b", c', '"a ""b"", c"'],
    ["two\nlines", '"two\nlines"'],
    ["Bagno; =1+1;fine", '"Bagno;\' =1+1;fine"'],
    ["a;b", '"a;b"'],
    ["a\tb", '"a\tb"'],
    ["uno\n=1+1", '"uno\n\'=1+1"'],
    ["uno\r\n @a", '"uno\r\n\' @a"'],
    ["\t=1", '"\t\'=1"'],
    ["＝1+1", "'＝1+1"],
    ["a;＠b", '"a;\'＠b"'],
    ["－1", "'－1"],
    ["＋1", "'＋1"],
    ["a=b, c-d", '"a=b, c-d"'],
  ])("writes %j as %j", (text, cell) => expect(csvCell(text)).toBe(cell));
});
