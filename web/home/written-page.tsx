import type { WrittenPage as Written } from '#contract/kernel/public-page.ts'
import { PublicPage, PublicRow } from './public-page.tsx'
import { SiteText } from './site-text.tsx'

/** A page that an administrator has written. */
export const WrittenPage = ({ page }: { page: Written }) => (
  <PublicPage>
    <PublicRow className="pt-[72px] pb-20 max-md:pt-10">
      <h1 className="h1 text-balance">{page.title}</h1>
      {page.description !== '' && (
        <p className="mt-3 max-w-[60ch] text-lg text-ink-muted">{page.description}</p>
      )}
      <SiteText html={page.content} />
    </PublicRow>
  </PublicPage>
)
