import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EventOccurrence } from '#contract/planning/planning.contract.ts'
import { type Scope, SCOPES } from '#contract/planning/planning.values.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { useEventWords } from './event-words.ts'

/** Asks what a move of one occurrence reaches. */
export function ScopeDialog({
  row,
  onCancel,
  onChoose,
}: {
  row: EventOccurrence
  onCancel: () => void
  onChoose: (scope: Scope) => void
}) {
  const { t } = useTranslation(['planning', 'kernel'])
  const words = useEventWords()
  const [scope, setScope] = useState<Scope>('this')
  return (
    <Dialog
      open
      onClose={onCancel}
      title={t('scope.move', { title: row.title })}
      foot={
        <>
          <Button onClick={onCancel}>{t('kernel:action.cancel')}</Button>
          <Button variant="primary" onClick={() => onChoose(scope)}>
            {t('scope.moveVerb')}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <Segments
          label={t('scope.title')}
          value={scope}
          onChange={setScope}
          options={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
        <p className="mt-2 text-sm text-ink-muted">
          {t(`scope.consequence.${scope}`, { day: words.when(row) })}
        </p>
      </div>
    </Dialog>
  )
}
