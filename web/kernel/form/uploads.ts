import { createContext, useContext } from 'react'

/** A document on the server. */
export type Uploaded = {
  readonly id: string
  readonly name: string
  /** MIME type, by its content. */
  readonly type: string
  readonly bytes: number
}

/** Sends one file. @param options.onProgress gets the share that is sent, from 0 to 1 */
export type Upload = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<Uploaded>

/** How the application sends files; null where it cannot, and file fields are then not shown. */
export const UploadContext = createContext<Upload | null>(null)
export const useUpload = () => useContext(UploadContext)

/** @unit bytes */
export const MAX_FILE_BYTES = 10_000_000
export const MAX_FILES_AT_ONCE = 10
/** Accepted types, with their extensions: browsers do not know every type (HEIC). */
export const FILE_TYPES: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
  'text/plain': ['.txt'],
}
