import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Readiness } from '#contract/profile/profile.schemas.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { vatNumberText } from '#web/kernel/words/formats.ts'
import { useLabels } from '#web/kernel/words/record-words.ts'

/** Blocks of a bill, each with a link to its field; then mere advice. */
export function ReadinessList({
  readiness,
  computed,
  onFill,
  onTake,
}: {
  readiness: Readiness
  /** The VAT number that follows from the SIREN; empty where none does. */
  computed: string
  onFill: (path: string) => void
  onTake: (path: string, value: string) => void
}) {
  const { t } = useTranslation('profile')
  const label = useLabels('professionalInfo')
  const items = [
    ...readiness.missing.map((path) => ({ path, blocks: true })),
    ...readiness.advised.map((path) => ({ path, blocks: false })),
  ]
  return (
    <section aria-labelledby="ready-title">
      <h2 id="ready-title" className="h2">
        {t('ready.title')}
      </h2>
      {readiness.ready && (
        <p className="mt-2 flex gap-2 text-sm text-positive">
          <CircleCheck size={16} className="mt-0.5 shrink-0" />
          {t('ready.yes')}
        </p>
      )}
      {items.length > 0 && (
        <ul className="mt-2 border-t border-line-strong">
          {items.map(({ path, blocks }) => (
            <li key={path} className="flex items-center gap-2.5 border-b border-line py-1.5">
              {blocks ? (
                <TriangleAlert size={15} className="shrink-0 text-warning" />
              ) : (
                <Info size={15} className="shrink-0 text-info" />
              )}
              <span className="min-w-0 grow">
                <span className="font-medium">{label(path)}</span>
                <span className="block text-xs text-ink-subtle">
                  {t(blocks ? 'ready.blocks' : 'ready.advised')}
                </span>
              </span>
              {path === 'TvaNumber' && computed !== '' && (
                <Button size="sm" onClick={() => onTake(path, computed)}>
                  {t('ready.take', { number: vatNumberText(computed) })}
                </Button>
              )}
              <Button
                size="sm"
                variant="quiet"
                aria-label={`${t('ready.fill')}, ${label(path)}`}
                onClick={() => onFill(path)}
              >
                {t('ready.fill')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
