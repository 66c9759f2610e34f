import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Note } from '#web/kernel/ui/page.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import type { Draft } from './use-draft.ts'

type Saving = Pick<Draft, 'state' | 'save' | 'reload'>

/** "Enregistré à 10:38." */
export function Saved({ draft: { state } }: { draft: Pick<Saving, 'state'> }) {
  const { t } = useTranslation('billing')
  const { language } = usePreferences()
  return (
    <output>
      {state.status === 'saved'
        ? t('draft.savedAt', { time: instantText(language, state.at, 'time') })
        : t(`draft.save.${state.status}`)}
    </output>
  )
}

/** Why it could not be saved, and what to do. */
export function Trouble({ draft: { state, save, reload } }: { draft: Saving }) {
  const { t } = useTranslation(['billing', 'kernel'])
  const text = useProblemText()
  if (state.status !== 'failed' && state.status !== 'overtaken') return null
  return (
    <div role="alert" className="px-8 pt-4 ps-[calc(var(--marge)+var(--gutter))]">
      <Note tone="negative">
        <span className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {state.status === 'overtaken' && (
              <strong className="block font-semibold">{t('draft.overtaken')}</strong>
            )}
            {text(state.error)}
          </span>
          <Button
            size="sm"
            icon={RotateCw}
            onClick={() => void (state.status === 'overtaken' ? reload() : save())}
          >
            {t(state.status === 'overtaken' ? 'draft.reload' : 'kernel:action.retry')}
          </Button>
        </span>
      </Note>
    </div>
  )
}
