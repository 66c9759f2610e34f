import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'

/**
 * A file with amounts in clear: in discreet mode it is asked for first. @param verb on the button
 * of the question
 */
export function useAskedExport(
  run: () => void | Promise<void>,
  verb?: string,
): { readonly begin: () => void; readonly question: ReactNode } {
  const { t } = useTranslation('kernel')
  const { discreet } = usePreferences()
  const [isAsking, setAsking] = useState(false)
  return {
    begin: () => (discreet ? setAsking(true) : void run()),
    question: (
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('export.title')}
        consequence={t('export.discreet')}
        verb={verb ?? t('action.export')}
        tone="plain"
        onConfirm={() => {
          setAsking(false)
          void run()
        }}
      />
    ),
  }
}
