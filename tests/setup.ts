if (Number(process.versions.node.split('.')[0]) < 24)
  throw new Error('The tests want Node 24: run them with `npm test`.')
