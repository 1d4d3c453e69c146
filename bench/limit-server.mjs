// The limit that bench/table.mjs compares with: no framework, no validation, no audit; one named statement per request, which also looks
// the key up.
import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import pg from "pg";

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const key = "with k as (select organization_id from api_key where secret_sha256 = $1)";
const contact = "id, name, role, company, email, phone, emails, phones, pec, notes, created_at, updated_at";
const bill = "b.id, b.name, b.total, b.updated_at";
const project =
  "p.id, p.name, p.status, p.type, p.description, p.address, p.municipality, p.client_contact_id, p.stage, p.created_at, p.updated_at";

const operations = {
  create: {
    text: `${key} insert into contact (organization_id, id, created_at, updated_at, name, role, email, emails, phones)
      select organization_id, $2, now(), now(), $3, 'client', $4, array[$4], '{}' from k returning ${contact}`,
    values: ({ name, email }) => [randomUUID(), name, email],
  },
  update: {
    text: `${key} update project p set status = $3, updated_at = now() from k where p.organization_id = k.organization_id and p.id = $2 returning ${project}`,
    values: ({ projectId, status }) => [projectId, status],
  },
  read: {
    text: `${key} select ${contact.replace(/\w+/g, "c.$&")} from contact c join k on c.organization_id = k.organization_id where c.id = $2`,
    values: ({ contactId }) => [contactId],
  },
  create_reminder: {
    text: `${key} insert into reminder (organization_id, id, created_at, updated_at, title, due_at, kind, status)
      select organization_id, $2, now(), now(), $3, $4, 'generic', 'pending' from k returning id, title, due_at, kind, status, created_at, updated_at`,
    values: ({ title, dueAt }) => [randomUUID(), title, dueAt],
  },
  save_bill: {
    text: `${key} update bill_of_quantities b set nodes = $3, updated_at = now() from k where b.organization_id = k.organization_id and b.id = $2 returning ${bill}`,
    values: ({ computoId, lines }) => [computoId, JSON.stringify(lines)],
    answer: (row, { lines }) => ({ ...row, nodes: lines }),
  },
  read_bill: {
    text: `${key} select ${bill}, b.nodes from bill_of_quantities b join k on b.organization_id = k.organization_id where b.id = $2`,
    values: ({ computoId }) => [computoId],
  },
};

http
  .createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const name = request.url.split("/").pop();
      if (!(name in operations)) return response.end("{}");
      const { text, values, answer = (row) => row } = operations[name];
      const secret = request.headers.authorization.split("_").slice(2).join("_");
      const body = JSON.parse((chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)).toString());
      const hash = createHash("sha256").update(secret).digest();
      const { rows } = await pool.query({ name, text, values: [hash, ...values(body)] });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: answer(rows[0], body) }));
    });
  })
  .listen(Number(port), "127.0.0.1");
