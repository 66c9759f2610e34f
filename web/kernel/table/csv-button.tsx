import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Callable } from '#contract/kernel/contract.ts'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import type { CallInput } from '#web/kernel/data/client.ts'
import { notifyFailure } from '#web/kernel/data/toasts.ts'
import { useAskedExport } from './asked-export.tsx'

/**
 * CSV of the filtered rows, all pages (SH3), by the list's own route and filters. In discreet mode
 * it asks first.
 */
export function CsvButton<R extends Callable>({
  route,
  input,
  fileName,
  variant = 'button',
  label,
}: {
  route: R
  input: CallInput<R>
  fileName: string
  /** `icon` for a CSV within a screen that has one of its own: the palette does not offer it. */
  variant?: 'button' | 'icon'
  label?: string
}) {
  const { t } = useTranslation('kernel')
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    // Code that comes with the first file: a list's first load is counted in bytes.
    await import('#web/kernel/data/files.ts')
      .then(({ downloadCsv }) => downloadCsv(route, input, `${fileName}.csv`))
      .catch(notifyFailure)
    setRunning(false)
  }
  const { begin, question } = useAskedExport(run)
  const isIcon = variant === 'icon'
  useAction(isIcon ? null : { id: 'export', label: t('export.action'), icon: Download, run: begin })
  return (
    <>
      {isIcon ? (
        <IconButton
          icon={Download}
          size={16}
          label={label ?? t('export.action')}
          disabled={isRunning}
          onClick={begin}
        />
      ) : (
        <Button icon={Download} pending={isRunning} onClick={begin}>
          {t('action.export')}
        </Button>
      )}
      {question}
    </>
  )
}
