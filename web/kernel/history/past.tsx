import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { stateQuery } from './history.queries.ts'

/**
 * A past state of a record: its instant (`?at=` in the address), the record of then, and the way
 * back. `at` is undefined for today. The screen shows `record` instead of its live one, with
 * `PastBand` above, and hides all actions.
 */
export function usePast(entity: string, id: string) {
  const [{ at: word }, set] = useUrlState({ at: '' })
  const at = /^\d+$/.test(word) ? Number(word) : undefined
  const past = useQuery({ ...stateQuery(entity, id, at), enabled: at !== undefined })
  return {
    at,
    record: at === undefined ? undefined : past.data?.record,
    /** Display of the record's values. */
    kinds: past.data?.kinds ?? {},
    currency: past.data?.currency ?? 'EUR',
    pending: at !== undefined && past.isPending,
    setAt: (to: number | undefined) => set({ at: to === undefined ? '' : String(to) }),
  }
}

/** "Vous lisez le 12 octobre 2026, 09:14. Rien ne peut être modifié ici." */
export function PastBand({ at, onReturn }: { at: number; onReturn: () => void }) {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (
    <Row
      margin={<HistoryIcon size={16} className="inline text-warm" />}
      className="border-b border-line bg-warm-soft py-2.5 [&>.sheet-margin]:pt-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <output>
          <strong className="font-semibold">
            {t('history.reading', { date: instantText(language, at, 'long') })}
          </strong>{' '}
          <span className="text-ink-muted">{t('history.readOnly')}</span>
        </output>
        <Button size="sm" onClick={onReturn}>
          {t('history.back')}
        </Button>
      </div>
    </Row>
  )
}
