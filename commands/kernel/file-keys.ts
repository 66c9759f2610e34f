import type { KeyStore } from '#commands/gateways/keys/keys.ts'
import type { KeyWrapper } from '#commands/gateways/keys/key-wrapper.ts'
import { newKeyBytes } from './master-key.ts'

const PREFIX = 'file-'

/** Keys of encrypted files. They stand beside those of personal data, and are wrapped alike. */
export type FileKeys = {
  /**
   * Bytes of a file's key, which is made when there is none. @throws MasterKeyMissing · errors of
   * the vault
   */
  readonly fileKey: (file: string) => Promise<Buffer>
}

/** Whether a stored key belongs to a file of this installation, so that no copy takes it along. */
export const isFileKey = ({ id }: { readonly id: string }): boolean => id.startsWith(PREFIX)

export const fileKeysOf = (store: KeyStore, wrapper: KeyWrapper): FileKeys => ({
  async fileKey(file) {
    const id = `${PREFIX}${file}`
    let [kept] = await store.find([id])
    if (kept === undefined) {
      const bytes = newKeyBytes()
      const [wrapped = ''] = await wrapper.wrap([{ id, bytes }])
      bytes.fill(0)
      // Another process may have been faster: the store answers the key that it keeps.
      ;[kept] = await store.add([{ id, wrapped }])
    }
    if (!kept?.wrapped) throw new Error(`The key of ${file} was destroyed`)
    const [key] = await wrapper.unwrap([{ id, wrapped: kept.wrapped }])
    if (key === undefined) throw new Error(`The key of ${file} cannot be unwrapped`)
    return key
  },
})
