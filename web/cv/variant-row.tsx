import { ChevronDown, Copy, History, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MAIN_CV } from '#contract/cv/cv.values.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { CvItem } from '#contract/cv/cv.values.ts'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { listText } from '#web/kernel/words/formats.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { variantDifferences } from './variant-differences.ts'

/** The choice of a CV among the main one and its variants, and what may be done with it. */
export function VariantRow({
  cv,
  cvs,
  items,
  onPick,
  onOpen,
}: {
  cv: Cv
  cvs: readonly Cv[]
  items: readonly CvItem[]
  /** Gets '' for the main CV. */
  onPick: (id: string) => void
  onOpen: (dialog: 'duplicate' | 'versions' | 'remove') => void
}) {
  const { t } = useTranslation('cv')
  const isMain = cv.id === MAIN_CV
  const nameOf = (one: Cv) => (one.id === MAIN_CV ? t('variant.main') : one.name)
  return (
    <Row margin={t('variant.margin')} ruled className="[&>.sheet-margin]:pt-[18px]">
      <div className="flex flex-wrap items-center gap-2 py-2.5">
        <DropMenu
          label={`${nameOf(cv)}, ${t('variant.choose')}`}
          className="btn btn-sm"
          anchor="bottom start"
          entries={cvs.map((one) => ({
            label: nameOf(one),
            chosen: one.id === cv.id,
            onSelect: () => onPick(one.id === MAIN_CV ? '' : one.id),
          }))}
        >
          <span className="max-w-[220px] truncate" dir="auto">
            {nameOf(cv)}
          </span>
          <ChevronDown size={15} className="shrink-0 text-ink-subtle" />
        </DropMenu>
        <span className="text-sm text-ink-muted">
          {t('variant.count', { count: cvs.length - 1 })}
        </span>
        <Button size="sm" variant="quiet" icon={Copy} onClick={() => onOpen('duplicate')}>
          {t('variant.duplicate')}
        </Button>
        <Button size="sm" variant="quiet" icon={History} onClick={() => onOpen('versions')}>
          {t('version.open', { count: cv.versions.length })}
        </Button>
        {!isMain && (
          <IconButton
            icon={Trash2}
            size={15}
            label={t('variant.remove')}
            onClick={() => onOpen('remove')}
          />
        )}
      </div>
      {!isMain && <VariantLine cv={cv} main={cvs[0] ?? cv} items={items} />}
    </Row>
  )
}

/** Tells in what a variant differs from the main CV. */
function VariantLine({ cv, main, items }: { cv: Cv; main: Cv; items: readonly CvItem[] }) {
  const { t } = useTranslation('cv')
  const { language } = usePreferences()
  const all = variantDifferences(cv, main, items)
  return (
    <p className="pb-2.5 text-sm text-ink-muted">
      {all.length === 0
        ? t('variant.same')
        : t('variant.differs', {
            what: listText(
              language,
              all.map((one) => t(`differs.${one}`)),
            ),
          })}
    </p>
  )
}
