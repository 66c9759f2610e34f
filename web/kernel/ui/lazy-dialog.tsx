import { type ComponentProps, lazy, Suspense } from 'react'
import type * as eager from './dialog.tsx'

/** The dialogs for lists, which rarely need them: their code loads when the first one opens. */
const LateConfirm = lazy(async () => ({ default: (await import('./dialog.tsx')).Confirm }))
const LateDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))
const LateChoices = lazy(async () => ({ default: (await import('./dialog.tsx')).LeaveChoices }))

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
