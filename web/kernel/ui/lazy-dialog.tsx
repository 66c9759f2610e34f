import { type ComponentProps, lazy, Suspense } from 'react'
import type * as eager from './dialog.tsx'

/** The same dialogs for what a list asks seldom: their code comes when the first one opens, not before the list. */
const LateConfirm = lazy(async () => ({ default: (await import('./dialog.tsx')).Confirm }))
const LateDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }))

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
