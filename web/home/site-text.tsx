/**
 * A text that an administrator has written: HTML that the server sanitised before it was stored.
 */
export const SiteText = ({ html }: { html: string }) => (
  <div
    className="prose site-text mt-8 max-w-[66ch] border-t border-line pt-8"
    dangerouslySetInnerHTML={{ __html: html }}
  />
)
