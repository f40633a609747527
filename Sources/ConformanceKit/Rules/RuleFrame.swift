/// The declarations that the rules' examples rely on, so that each can be a few lines.
///
/// Tests compile them before each example.
public enum RuleFrame {
  /// The frame of examples in C: an instance, its calls, and a network.
  public static let c = """
    #define _GNU_SOURCE
    #include <hookswitch/ring.h>
    #include <hookswitch/transport.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <signal.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/socket.h>
    #include <unistd.h>

    typedef struct call {        /* one call */
      uint64_t id;
      int is_active, is_held, is_ending, is_ended;
      hsw_action pending;        /* what the network has not answered yet; id 0: nothing */
      char *handle;
      struct call *next;
    } call;

    typedef struct instance {    /* one instance: the ctx of every function */
      hsw_instance table;
      hsw_host host;             /* copies of the host's tables: what an older host lacks is NULL */
      hsw_host_loop loop;
      hsw_host_log log;
      hsw_host_secrets secrets;
      call *calls;
      unsigned n_calls, max_calls, is_active, is_draining;
      uint64_t minted;
      hsw_timer timer;
      int socket;
      pthread_t thread;
      char *password, *server;
    } instance;

    call *find(instance *in, hsw_call c);                   /* NULL: no such call, or it is over */
    call *add(instance *in, hsw_call c, hsw_str handle);    /* copies the handle */
    void forget(instance *in, call *it);
    uint64_t now(instance *in);
    hsw_str str(const char *text);
    hsw_status done(instance *in, hsw_action a, hsw_status code); /* action_done */
    hsw_status ended(instance *in, call *it, hsw_end_reason r);   /* report_ended */
    void lock(instance *in);
    void unlock(instance *in);
    int send_invite(instance *in, call *it);                /* the network: each begins something, and returns at once */
    int send_bye(instance *in, call *it, uint32_t why);
    int send_hold(instance *in, call *it, uint32_t on);
    int send_digit(instance *in, call *it, char digit);
    """

  /// The frame of examples in Swift, which stand inside a class with these members.
  public static let swift = """
    class Line {
      let host: Host
      let network: Network
      var legs: [Call: Leg] = [:]        // what the network knows of our calls
      var pending: [Call: Action] = [:]  // what the network has not answered yet
      var server = ""
      init(host: Host, network: Network) {
        self.host = host
        self.network = network
      }
    }

    final class Leg {
      var isActive = false, isHeld = false
    }

    final class Network: Sendable {
      func invite(_ uri: String) -> Leg { Leg() }
      func bye(_ leg: Leg?, _ cause: Cause) {}
      func hold(_ leg: Leg?, _ on: Bool) {}
      func tone(_ leg: Leg?, _ digit: Character) {}
      func receive() -> [UInt8] { [] }
    }
    """
}
