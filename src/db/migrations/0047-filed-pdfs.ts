import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The PDF of an issued document is filed under the document's project, wherever that is moved: the project's list of files had none of
 * them. And a channel knows when its owners were told of a refused login, since both who sends and who reads by it may find that.
 */
export class FiledPdfs0047 implements MigrationInterface {
  name = "FiledPdfs1795305600047" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table mail_channel add column login_told_at timestamptz(3);

      -- By triggers: a document is moved by an action, by the end of its project and by what brings either back.
      create function file_issued_pdf() returns trigger language plpgsql set search_path from current as $$
        begin
          update stored_file f set project_id = d.project_id
          from document_revision r join document d on d.organization_id = r.organization_id and d.id = r.document_id
          where r.organization_id = new.organization_id and r.id = new.revision_id
            and f.organization_id = new.organization_id and f.id = new.file_id and f.project_id is distinct from d.project_id;
          return null;
        end $$;
      create trigger revision_pdf_filed after insert on revision_pdf for each row execute function file_issued_pdf();
      create function move_issued_pdfs() returns trigger language plpgsql set search_path from current as $$
        begin
          update stored_file f set project_id = new.project_id
          from document_revision r join revision_pdf p on p.organization_id = r.organization_id and p.revision_id = r.id
          where r.organization_id = new.organization_id and r.document_id = new.id
            and f.organization_id = p.organization_id and f.id = p.file_id and f.project_id is distinct from new.project_id;
          return null;
        end $$;
      create trigger document_moved after update of project_id on document for each row
        when (old.project_id is distinct from new.project_id) execute function move_issued_pdfs();

      update stored_file f set project_id = d.project_id
      from revision_pdf p
        join document_revision r on r.organization_id = p.organization_id and r.id = p.revision_id
        join document d on d.organization_id = r.organization_id and d.id = r.document_id
      where f.organization_id = p.organization_id and f.id = p.file_id and f.project_id is distinct from d.project_id;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop trigger document_moved on document;
      drop function move_issued_pdfs();
      drop trigger revision_pdf_filed on revision_pdf;
      drop function file_issued_pdf();
      update stored_file f set project_id = null from revision_pdf p
      where f.organization_id = p.organization_id and f.id = p.file_id and f.project_id is not null;
      alter table mail_channel drop column login_told_at;
    `);
  }
}
