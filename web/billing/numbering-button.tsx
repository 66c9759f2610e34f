import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import type { NumberingSeries } from './numbering-dialog.tsx'

const NumberingOf = late(async () => (await import('./numbering-dialog.tsx')).NumberingOf)

/**
 * The way to set pattern and next number of a series that has given none. An open dialog stays when
 * another tab sets them.
 */
export function Numbering({ offered, ...of }: NumberingSeries & { offered: boolean }) {
  const { t } = useTranslation('billing')
  const [isOpen, open] = useState(false)
  return (
    <>
      {offered && (
        <Button size="sm" variant="quiet" onClick={() => open(true)}>
          {t('numbering.act')}
        </Button>
      )}
      {isOpen && <NumberingOf {...of} onClose={() => open(false)} />}
    </>
  )
}
