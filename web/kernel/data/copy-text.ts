import { notifyFailure, notifySuccess } from './toasts.ts'

/** Copies a text, and says so. @param done "Copied" */
export async function copyText(text: string, done: string, detail?: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notifySuccess(done, detail === undefined ? {} : { detail })
  } catch (error) {
    notifyFailure(error instanceof Error ? error : String(error))
  }
}
