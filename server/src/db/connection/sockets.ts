import { Socket } from 'node:net';

/**
 * Connections whose sockets can be destroyed: a connection to a server that hangs or has vanished does not end on
 * request, and TCP waits a quarter of an hour for an answer. A socket is destroyed after `limit` milliseconds without
 * traffic; 0 disables this.
 */
export function breakable(limit = 0) {
  const sockets = new Set<Socket>();
  let ofClosed = 0;
  return {
    /** Creates a socket for the driver. */
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      socket.setTimeout(limit, () => socket.destroy());
      return socket.once('close', () => {
        sockets.delete(socket);
        ofClosed += socket.bytesRead;
      });
    },
    /** How many bytes have arrived so far. */
    received: () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, ofClosed),
    /** Breaks all connections, so that statements that wait for an answer fail. */
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
