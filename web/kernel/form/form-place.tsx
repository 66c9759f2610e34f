import type { ReactNode } from 'react'
import { DialogAroundContext, useDialogGuards } from '#web/kernel/ui/dialog-guards.ts'
import { LeaveChoices } from '#web/kernel/ui/lazy-dialog.tsx'

const stays = () => {}

/**
 * The place of forms on a page that open one after the other. `leave` does an act that replaces the
 * open form, after the question when input would be lost.
 */
export function useFormPlace() {
  const { around, choices } = useDialogGuards(stays)
  return {
    leave: around.leave,
    place: (forms: ReactNode) => (
      <DialogAroundContext value={around}>
        {forms}
        {choices && <LeaveChoices {...choices} />}
      </DialogAroundContext>
    ),
  }
}
