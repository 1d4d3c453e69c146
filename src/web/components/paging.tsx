interface PagingProps {
  label: string;
  /** which part of the list is shown */
  summary?: string;
  links: (PageLink | false)[];
}

interface PageLink {
  href: string;
  text: string;
  rel?: "prev" | "next";
}

/** The ways to the other parts of a list; nothing where there are none. */
export function Paging({ label, summary, links }: PagingProps) {
  const shown = links.filter((link) => link !== false);
  if (shown.length === 0 && !summary) return null;
  return (
    <nav class="paging" aria-label={label}>
      {summary && <span class="quiet">{summary}</span>}
      <span class="paging-links">
        {shown.map(({ href, text, rel }) => (
          <a key={href} class="button quiet-button" rel={rel} href={href}>
            {text}
          </a>
        ))}
      </span>
    </nav>
  );
}
