import cluster from '@eventstore/db-client/generated/gossip_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js'
import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  ServerListenerBuilder,
  status as grpcStatus,
} from '@grpc/grpc-js'
import { append, batchAppend } from './appends.ts'
import { type Calls, type Knobs, failure, noFaults } from './knobs.ts'
import { DoubleLog } from './log.ts'
import type { ReadAnswer } from './messages.ts'
import { type ReadCall, read } from './reads.ts'

/**
 * Speaks EventStoreDB's protocol to the real client, on the service definitions that the client
 * ships. The double proves the client and the adapter. Its server side is only as right as the
 * documents it was written from.
 *
 * Not in it: clusters, access lists, scavenging, projections, persistent subscriptions, deletion.
 */
export class EventStoreDouble {
  readonly log = new DoubleLog()
  readonly knobs: Knobs = noFaults()
  readonly calls: Calls = { append: 0, batchAppend: 0, read: 0, subscribe: 0 }
  /** `user:password` of each call, in order; a client without TLS sends none. */
  readonly callers: string[] = []
  readonly #subscriptions = new Set<ReadCall>()
  readonly #credentials: ServerCredentials
  #server: Server | null = null
  #port = 0

  /** @param credentials with which it speaks TLS; without, it speaks none */
  constructor(credentials = ServerCredentials.createInsecure()) {
    this.#credentials = credentials
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`
  }

  /** For clients that were given the address before the server started. */
  startAt(port: number): Promise<this> {
    this.#port = port
    return this.start()
  }

  /** On the port it had, with all it held, when it was stopped before. */
  async start(): Promise<this> {
    const noting: ServerInterceptor = (_, call) =>
      new ServerInterceptingCall(call, {
        start: (next) =>
          next(
            new ServerListenerBuilder()
              .withOnReceiveMetadata((metadata, pass) => {
                const [basic] = metadata.get('authorization')
                if (basic !== undefined)
                  this.callers.push(
                    Buffer.from(String(basic).replace('Basic ', ''), 'base64').toString(),
                  )
                pass(metadata)
              })
              .build(),
          ),
      })
    const server = new Server({ interceptors: [noting] })
    server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (
        _: unknown,
        reply: (error: null, methods: features.SupportedMethods) => void,
      ) => reply(null, supported()),
    })
    server.addService(gossip.GossipService, {
      read: (_: unknown, reply: (error: Error | null, members?: cluster.ClusterInfo) => void) =>
        this.knobs.noGossip
          ? reply(failure(grpcStatus.UNAVAILABLE, 'Server Is Not Ready'))
          : reply(null, this.#members()),
    })
    server.addService(streams, {
      append: append(this.log, this.knobs, this.calls),
      batchAppend: batchAppend(this.log, this.calls),
      read: read(this.log, this.knobs, this.calls, this.#subscriptions),
      delete: unsupported,
      tombstone: unsupported,
    })
    this.#port = await new Promise((resolve, reject) =>
      server.bindAsync(`127.0.0.1:${this.#port}`, this.#credentials, (error, port) =>
        error ? reject(error) : resolve(port),
      ),
    )
    this.#server = server
    return this
  }

  /** Stops at once, in the middle of any call. */
  stop(): void {
    this.#server?.forceShutdown()
    this.#server = null
    this.#subscriptions.clear()
  }

  get subscribers(): number {
    return this.#subscriptions.size
  }

  /**
   * Ends every subscription: with an error, or gracefully, which the client reports as an end and
   * nothing more.
   */
  dropSubscriptions(how: 'error' | 'end'): void {
    for (const call of this.#subscriptions) {
      if (how === 'end') call.end()
      else call.emit('error', failure(grpcStatus.UNAVAILABLE, 'Node going down'))
    }
    this.#subscriptions.clear()
  }

  #members(): cluster.ClusterInfo {
    const member = new cluster.MemberInfo()
      .setState(cluster.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new cluster.EndPoint().setAddress('127.0.0.1').setPort(this.#port))
    return new cluster.ClusterInfo().setMembersList([member])
  }
}

/** The client's definition, with answers to readers that are bytes already. */
const streams = {
  ...streamsService.StreamsService,
  read: {
    ...streamsService.StreamsService.read,
    responseSerialize: (answer: ReadAnswer) => Buffer.from(answer.serializeBinary()),
  },
}

const unsupported = (_: unknown, reply: (error: Error) => void): void =>
  reply(failure(grpcStatus.UNIMPLEMENTED, 'Not in the double'))

/**
 * Says that it takes batches, as every server since 21.10 does: not to send any is the adapter's
 * own doing.
 */
function supported(): features.SupportedMethods {
  const batch = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend')
  return new features.SupportedMethods()
    .setEventStoreServerVersion('24.10.0-double')
    .setMethodsList([batch])
}
