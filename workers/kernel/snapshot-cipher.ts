import { dataKeyOf, decryptBytes, encryptBytes } from '#commands/kernel/envelope.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { newKeyBytes } from '#commands/kernel/master-key.ts'
import type { SnapshotCipher } from '#projections/read-store/snapshot.ts'

const NAME = 'read models'

/** Each file has its own key, wrapped and stored in the file: it is removed with the file. */
export const snapshotCipher = ({ wrapper }: Pick<Keyring, 'wrapper'>): SnapshotCipher => ({
  async fresh() {
    const bytes = newKeyBytes()
    const key = dataKeyOf(bytes)
    const [wrapped = ''] = await wrapper.wrap([{ id: NAME, bytes }])
    bytes.fill(0)
    return { wrapped, encrypt: (place, plain) => encryptBytes(key, place, plain) }
  },
  async opened(wrapped) {
    const [bytes = Buffer.alloc(0)] = await wrapper.unwrap([{ id: NAME, wrapped }])
    const key = dataKeyOf(bytes)
    bytes.fill(0)
    return (place, encrypted) => decryptBytes(key, place, encrypted)
  },
})
