import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { late } from '#web/kernel/ui/late.tsx'
import type { NumberingSeries } from './numbering-dialog.tsx'

const NumberingOf = late(async () => (await import('./numbering-dialog.tsx')).NumberingOf)

/** The way to set pattern and next number of a series that has given none. */
export function Numbering(of: NumberingSeries) {
  const { t } = useTranslation('billing')
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => open(true)}>
        {t('numbering.act')}
      </Button>
      {isOpen && <NumberingOf {...of} onClose={() => open(false)} />}
    </>
  )
}
