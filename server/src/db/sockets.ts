import { Socket } from 'node:net';

/**
 * Connections whose sockets are known. One to a server that hangs or has vanished does not end when it is told to, and
 * TCP waits a quarter of an hour for an answer.
 */
export function breakable() {
  const sockets = new Set<Socket>();
  return {
    /** For the driver. */
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    /** What waits for an answer fails. */
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
