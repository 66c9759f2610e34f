import { type ComponentProps, Suspense } from 'react'
import type * as eager from './dialog.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** The dialogs for lists, which rarely need them: their code loads when the first one opens. */
const LateConfirm = late(async () => (await import('./dialog.tsx')).Confirm)
const LateDialog = late(async () => (await import('./dialog.tsx')).Dialog)
const LateChoices = late(async () => (await import('./dialog.tsx')).LeaveChoices)

export const Confirm = (props: ComponentProps<typeof eager.Confirm>) =>
  props.open && (
    <Suspense fallback={null}>
      <LateConfirm {...props} />
    </Suspense>
  )

export const Dialog = (props: ComponentProps<typeof eager.Dialog>) =>
  props.open && (
    <Suspense fallback={null}>
      <LateDialog {...props} />
    </Suspense>
  )

export const LeaveChoices = (props: ComponentProps<typeof eager.LeaveChoices>) => (
  <Suspense fallback={null}>
    <LateChoices {...props} />
  </Suspense>
)
