import { expect, test } from 'vitest'
import { databaseNamed } from '#domain/kernel/engine-address.ts'

test.each([
  ['mongodb://127.0.0.1:27017/books', 'books'],
  ['mongodb://user:secret@one:27017,two:27017/test?replicaSet=rs0', 'test'],
  ['mongodb+srv://cluster.example/mes%20livres', 'mes livres'],
  ['mongodb://127.0.0.1:27017', 'carnet'],
  ['mongodb://127.0.0.1:27017/', 'carnet'],
  ['mongodb://user:secret@one/?authSource=admin', 'carnet'],
])('%s is the database %s', (address, database) => {
  expect(databaseNamed(address)).toBe(database)
})
