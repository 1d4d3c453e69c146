interface PageHeadProps {
  title: string;
  /** what the page is for */
  lead: string;
}

/** A page's heading, with what it is for. */
export const PageHead = ({ title, lead }: PageHeadProps) => (
  <div>
    <h1>{title}</h1>
    <p class="quiet">{lead}</p>
  </div>
);
