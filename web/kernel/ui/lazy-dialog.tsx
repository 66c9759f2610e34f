import { type ComponentProps } from 'react'
import type * as eager from './dialog.tsx'
import { late } from '#web/kernel/ui/late.tsx'

/** The dialogs for lists, which rarely need them: their code loads when the first one opens. */
const LateConfirm = late(async () => (await import('./dialog.tsx')).Confirm)
const LateDialog = late(async () => (await import('./dialog.tsx')).Dialog)
const LateChoices = late(async () => (await import('./dialog.tsx')).LeaveChoices)

export const Confirm = (props: ComponentProps<typeof eager.Confirm>) =>
  props.open && <LateConfirm {...props} />

export const Dialog = (props: ComponentProps<typeof eager.Dialog>) =>
  props.open && <LateDialog {...props} />

export const LeaveChoices = (props: ComponentProps<typeof eager.LeaveChoices>) => (
  <LateChoices {...props} />
)
