import { encryptPlain } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { FILE_KEY } from '#tests/kernel/file-key.ts'

process.stdout.write('begins\n')
encryptPlain(process.argv[2] ?? '', FILE_KEY)
