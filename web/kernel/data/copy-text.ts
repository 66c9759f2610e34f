import { notifyFailure, notifySuccess } from './toasts.ts'

/** Copies a text, and says so. @param done "Copied" */
export const copyText = (text: string, done: string, detail?: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => notifySuccess(done, detail === undefined ? {} : { detail }),
    (error: unknown) => notifyFailure(error instanceof Error ? error : String(error)),
  )
