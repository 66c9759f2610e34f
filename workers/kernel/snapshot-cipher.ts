import { dataKeyOf, decryptBytes, encryptBytes } from '#commands/kernel/envelope.ts'
import type { Keyring } from '#commands/kernel/keyring.ts'
import { newKeyBytes, unwrap, wrap } from '#commands/kernel/master-key.ts'
import type { SnapshotCipher } from '#projections/read-store/snapshot.ts'

const NAME = 'read models'

/** Each file has its own key, wrapped by the master key and stored in the file: it is removed with the file. */
export const snapshotCipher = ({ masters }: Pick<Keyring, 'masters'>): SnapshotCipher => ({
  fresh() {
    const bytes = newKeyBytes()
    const key = dataKeyOf(bytes)
    return { wrapped: wrap(masters, NAME, bytes), encrypt: (place, plain) => encryptBytes(key, place, plain) }
  },
  opened(wrapped) {
    const key = dataKeyOf(unwrap(masters, NAME, wrapped))
    return (place, encrypted) => decryptBytes(key, place, encrypted)
  },
})
