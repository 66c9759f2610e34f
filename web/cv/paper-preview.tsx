import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CvLanguage, itemName } from '#contract/cv/cv.values.ts'
import { PdfPages } from '#web/kernel/ui/pdf-pages.tsx'
import { ErrorState, Loading } from '#web/kernel/ui/states.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { type CvDraft, previewQuery } from './cv.queries.ts'

/** The PDF itself, as it will be printed. */
export function PaperPreview({
  cv,
  language,
  draft,
  onPages,
}: {
  cv: string
  language: CvLanguage
  draft: CvDraft
  onPages: (count: number) => void
}) {
  const { t } = useTranslation('kernel')
  const { item } = draft
  // Where one writes, on the paper: the item's name and what it tells.
  const marked = useMemo(
    () =>
      item ? [itemName(item), plainText(item.values['tasks'])].filter((text) => text !== '') : [],
    [item],
  )
  const paper = useQuery(previewQuery(cv, language, draft))
  if (paper.isError && paper.data === undefined)
    return <ErrorState error={paper.error} onRetry={paper.refetch} />
  return (
    <div data-paper className="grid gap-3" aria-busy={paper.isFetching}>
      <PdfPages
        paper={paper.data}
        marked={marked}
        onPages={onPages}
        loading={
          <Loading label={t('state.loading')}>
            <span className="bone block !h-[70vh] w-full" />
          </Loading>
        }
      />
    </div>
  )
}
