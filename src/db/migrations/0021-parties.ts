import type { MigrationInterface, QueryRunner } from "typeorm";

/** The sources of the search as migration 2 made them, with more of a contact. @param more columns of it, of which some are codes */
const recordSource = (more: string, codes: string) => `
  create or replace view record_source as
    select organization_id, 'project' as kind, id, id as project_id, client_contact_id as contact_id, name as title,
      concat_ws(' ', description, address, municipality, protocol_number, authority_notes) as content,
      regexp_replace(protocol_number, '[^[:alnum:] ]', '', 'g') as codes
    from project
    union all
    select organization_id, 'contact', id, null, null, name,
      concat_ws(' ', company, array_to_string(emails, ' '), array_to_string(phones, ' '), pec${more}, notes),
      concat_ws(' ', (select string_agg(regexp_replace(phone, '[^0-9]', '', 'g'), ' ') from unnest(phones) phone)${codes})
    from contact
    union all
    select organization_id, 'document', id, project_id, contact_id, title,
      concat_ws(' ', number, body,
        (select string_agg(concat_ws(' ', item ->> 'code', item ->> 'desc'), ' ') from jsonb_array_elements(line_items) item), notes),
      regexp_replace(number, '[^[:alnum:] ]', '', 'g')
    from document
    union all
    select organization_id, 'thread', id, project_id, contact_id, coalesce(subject, summary, address, ''),
      concat_ws(' ', summary, address,
        (select string_agg(concat_ws(' ', subject, from_address, to_address, left(body, 20000)), ' ' order by id desc)
          from (select m.id, m.subject, m.from_address, m.to_address, m.body from message m
            where m.organization_id = t.organization_id and m.thread_id = t.id order by m.id desc limit 200) m)),
      regexp_replace(address, '[^0-9]', '', 'g')
    from thread t;`;

const searchedContact = (more: string) => `
  create or replace trigger searched_contact after insert or delete or update of name, company, emails, phones, pec, notes${more}
    on contact for each row execute function note_searched('contact');`;

/**
 * Contacts are parties of contracts and recipients of letters: their codes and postal address. They are found by these, and by what
 * two records of one person or company have in common.
 */
export class Parties0021 implements MigrationInterface {
  name = "Parties1795219200021" as const;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table contact
        add column tax_code text, add column vat_number text, add column address text, add column postal_code text,
        add column city text, add column province text, add column country text, add column sdi_code text,
        add column form_of_address text;
      ${recordSource(
        ", tax_code, vat_number, address, city",
        // An Italian number is looked for with its prefix and without.
        ", case when vat_number ~ '^(IT)?[0-9]{11}$' then concat(right(vat_number, 11), ' IT', right(vat_number, 11)) end",
      )}
      ${searchedContact(", tax_code, vat_number, address, city")}

      -- What tells that two contacts are probably one, within their organization: an address (of mail or PEC), a phone's digits without
      -- Italy's prefix, a tax code or VAT number, and the name: its words in any order, without case, accents, titles and the company's
      -- form. Each creation computes it twice, hence the steps that most names skip. It calls nothing but what Postgres brings, since an
      -- index is built without a search path. It claims to be expensive, so that the planner takes the index. The index must be built
      -- anew when it changes.
      create function contact_keys(organization uuid, name text, emails text[], phones text[], codes text[]) returns text[]
      immutable parallel safe cost 10000 language plpgsql as $$
      declare
        forms constant text[] := '{srl,srls,spa,snc,sas,sapa,scarl,scrl,ss,soc,societa,coop,cooperativa,ditta,impresa,individuale,unipersonale,sig,sigra,signor,signora,signore,dott,dottssa,dottor,dottoressa,dr,ing,arch,geom,avv,prof,rag}';
        own constant text := organization::text;
        plain text := translate(lower(normalize(left(name, 300), NFKD) collate pg_c_utf8), '''’\`´', '');
        bare text;
        item text;
        keys text[] := '{}';
      begin
        if octet_length(plain) > length(plain) then plain := regexp_replace(plain, '[\\u0300-\\u036f]', '', 'g'); end if;
        -- S.r.l. is one word, Geom.Rossi are two.
        if position('.' in plain) > 0 then plain := replace(regexp_replace(plain, '\\.(?=[[:alpha:]]{2})', ' ', 'g'), '.', ''); end if;
        if position('&' in plain) > 0 then plain := regexp_replace(plain, '& *c\\M', ' '); end if;
        plain := ' ' || translate(plain, ',;:/-()"&+*', '           ') || ' ';
        bare := replace(replace(replace(replace(plain, ' s r l ', ' '), ' s p a ', ' '), ' s n c ', ' '), ' s a s ', ' ');
        bare := replace(replace(bare, ' a responsabilita limitata ', ' '), ' e c ', ' ');
        bare := (select string_agg(distinct word, ' ' order by word) from string_to_table(bare, ' ') word
          where word <> '' and word <> all (forms));
        bare := coalesce(bare, btrim(plain));
        if length(bare) > 1 then keys := keys || (own || 'n' || bare); end if;
        foreach item in array coalesce(emails, '{}') loop
          if position('@' in item) > 0 then keys := keys || (own || 'm' || lower(btrim(item))); end if;
        end loop;
        foreach item in array coalesce(phones, '{}') loop
          item := regexp_replace(regexp_replace(item, '^ *(\\+|00) *39', ''), '[^0-9]', '', 'g');
          if length(item) >= 6 then keys := keys || (own || 'p' || item); end if;
        end loop;
        foreach item in array coalesce(codes, '{}') loop
          if item is not null then keys := keys || (own || 'c' || regexp_replace(upper(item), '^IT(?=[0-9]{11}$)', '')); end if;
        end loop;
        return keys;
      end $$;

      -- An entry that changes leaves the vocabulary with its old words and enters it with its new ones; in this order, by their names.
      create trigger price_words_changed after update on price_book_entry
        referencing new table as entry for each statement execute function count_price_words();
      create trigger price_words_left after update on price_book_entry
        referencing old table as entry for each statement execute function discount_price_words();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop trigger price_words_left on price_book_entry;
      drop trigger price_words_changed on price_book_entry;
      drop function contact_keys;
      ${searchedContact("")}
      ${recordSource("", "")}
      alter table contact drop column tax_code, drop column vat_number, drop column address, drop column postal_code,
        drop column city, drop column province, drop column country, drop column sdi_code, drop column form_of_address;
    `);
  }
}
