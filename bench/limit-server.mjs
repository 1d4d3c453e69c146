// The limit against which bench/throughput.mjs measures: no framework, no validation, no audit; one named statement per request.
import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import pg from "pg";

const [port, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
// Of a contact; an update returns a project's.
const columns = "id, name, role, company, email, phone, emails, phones, pec, notes, created_at, updated_at";
const key = "with k as (select organization_id from api_key where secret_sha256 = $1)";
const statements = {
  create: `${key} insert into contact (organization_id, id, created_at, updated_at, name, role, email, emails, phones)
    select organization_id, $2, now(), now(), $3, 'client', $4, array[$4], '{}' from k returning ${columns}`,
  update: `${key} update project p set status = $3, updated_at = now() from k where p.organization_id = k.organization_id and p.id = $2
    returning p.id, p.name, p.status, p.type, p.description, p.address, p.municipality, p.client_contact_id, p.stage, p.created_at, p.updated_at`,
  read: `${key} select ${columns.replace(/\w+/g, "c.$&")} from contact c join k on c.organization_id = k.organization_id where c.id = $2`,
};

http
  .createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      const name = request.url.split("/").pop();
      if (!(name in statements)) return response.end("{}");
      const secret = request.headers.authorization.split("_").slice(2).join("_");
      const body = JSON.parse(text);
      const values = {
        create: [randomUUID(), body.name, body.email],
        update: [body.projectId, body.status],
        read: [body.contactId],
      }[name];
      const hash = createHash("sha256").update(secret).digest();
      const { rows } = await pool.query({ name, text: statements[name], values: [hash, ...values] });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ result: rows[0] }));
    });
  })
  .listen(Number(port), "127.0.0.1");
