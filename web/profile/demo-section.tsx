import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Confirm } from '#web/kernel/ui/lazy-dialog.tsx'
import { Section } from '#web/kernel/ui/page.tsx'

/** For the demo account alone: brings its sample year back. */
export function DemoSection() {
  const { t } = useTranslation('profile')
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const reset = useWrite(userRoutes.initiateDemo, {
    invalidates: [],
    done: t('ownData.demo.done'),
    // Every record is another one than before.
    onDone: () => {
      setAsking(false)
      void queries.resetQueries()
    },
  })
  return (
    <Section name={t('ownData.demo.name')} title={t('ownData.demo.title')}>
      <div className="grid max-w-[860px] justify-items-start gap-4">
        <p className="text-ink-muted">{t('ownData.demo.lead')}</p>
        <Button variant="danger" icon={RotateCcw} onClick={() => setAsking(true)}>
          {t('ownData.demo.ask')}
        </Button>
        <Confirm
          open={asking}
          onClose={() => setAsking(false)}
          title={t('ownData.demo.question')}
          consequence={t('ownData.demo.lead')}
          verb={t('ownData.demo.ask')}
          pending={reset.isPending}
          onConfirm={() => reset.mutate({})}
        />
      </div>
    </Section>
  )
}
